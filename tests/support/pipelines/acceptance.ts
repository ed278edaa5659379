import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { StoredPolicy } from "../../../emulator/src";
import { passphrase } from "../engine/environment";
import { leaksIn } from "../values/leaks";
import { failures, type Ran, resultsOf, textOf } from "./ci";
import { forgedPreview } from "./forgedPreview";
import { secretsSeen } from "./installation";
import { newTeam, type Team } from "./team";
import type { Kind } from "./withForge";

/**
 * The life of a team's repository, as tests: each goes on where the one before ended. The steps are those
 * of the written pipelines.
 */
export function pipelinesWork(kind: Kind): void {
  let team: Team;
  let reviewed: string;
  /** The applies of the second of two merges, and of the one after both. */
  let second: Ran;
  let third: Ran;

  beforeAll(async () => {
    team = await newTeam(kind, ["staging", "production"]);
  });
  afterEach(() => {
    const kept = JSON.stringify(team.place.forge.artifacts);
    expect(kept).toContain("ciphertext");
    expect(leaksIn(team.printed() + kept, [passphrase])).toEqual([]);
  });
  afterAll(() => team.close());

  const comment = () => team.place.forge.comments[0]?.body;
  const staging = () => [...(team.tenants.staging?.policies.values() ?? [])][0] as StoredPolicy;
  const limit = () => staging().configuration.limit;

  /** Runs what must succeed. */
  async function passes(run: Promise<Ran>): Promise<Ran> {
    const ran = await run;
    expect(failures(ran)).toEqual([]);
    return ran;
  }

  /** Runs an apply that must change nothing. */
  async function isRefused(run: Promise<Ran>, reason: RegExp): Promise<Ran> {
    team.requests();
    const ran = await run;
    expect(resultsOf(ran)).toMatchObject({ "apply staging": "failure" });
    expect(textOf(ran)).toMatch(reason);
    expect(textOf(ran)).toMatch(/nothing was applied/i);
    expect(team.requests()).toEqual({ staging: [], production: [] });
    return ran;
  }

  test("a pull request gets one comment on all stacks, which keeps up with it", async () => {
    await passes(team.ci.pullRequest(await team.change("first", { limit: 10, action: "block" })));
    const { forge } = team.place;
    expect(forge.comments).toHaveLength(1);
    for (const stack of ["staging", "production"]) expect(comment()).toContain(`\`${stack}\``);
    expect(comment()).toContain("`[secret]`");

    reviewed = await team.change("first", { limit: 100, action: "block" });
    const previewed = await passes(team.ci.pullRequest(reviewed));
    // GitHub shows it in the job's summary as well.
    expect(textOf(previewed).includes("### Preview of")).toBe(kind === "GitHub");
    expect(forge.comments).toHaveLength(1);
    expect(comment()).toContain("| `configuration.limit` | _not set_ | `100` |");
    expect(team.requests()).toEqual({ staging: [], production: [] });
  });

  test("a merge applies the reviewed plan to each tenant, and reads it back", async () => {
    const applied = await passes(team.ci.push(await team.merge(reviewed)));
    expect(textOf(applied)).toContain(`The plan of staging was made for commit ${reviewed}`);
    const requests = [
      ...["GET event-streams", "GET rate-limit-policies"],
      ...["POST event-streams", "POST rate-limit-policies"],
    ];
    expect(team.requests()).toEqual({ staging: requests, production: requests });
    expect(limit()).toBe(100);
  });

  test("drift is one issue: opened, told apart from a failed check, left, commented on, closed", async () => {
    const { forge } = team.place;
    staging().configuration.limit = 7;
    team.secrets["production drift"] = { AUTH0_CLIENT_SECRET: "canary-wrong-secret" };
    const ran = await team.ci.schedule();
    expect(resultsOf(ran)).toMatchObject({
      ...{ "drift staging": "success", "drift production": "failure" },
    });
    expect(forge.issues).toMatchObject([
      { title: "Drift check of production failed", state: "open", notes: [] },
      { title: "Drift in staging", state: "open", notes: [] },
    ]);
    const drift = forge.issues[1];
    expect(drift?.body).toContain("limit");

    await team.writePipelines(["staging"]);
    forge.writes();
    await passes(team.ci.schedule());
    expect(forge.writes()).toEqual([]);

    staging().configuration.limit = 8;
    await passes(team.ci.schedule());
    expect(drift?.notes).toMatchObject([{ body: expect.stringContaining("limit") }]);

    staging().configuration.limit = 100;
    await passes(team.ci.schedule());
    expect(forge.issues.map(({ state }) => state)).toEqual(["open", "closed"]);
    expect(writesIn(team.requests())).toEqual([]);
  });

  test("of two merges that change one object, the second needs a new plan, which a preview by hand makes", async () => {
    const one = await team.change("one", { limit: 20, action: "block" });
    const other = await team.change("other", { limit: 100, action: "log" });
    await passes(team.ci.pullRequest(one));
    await passes(team.ci.pullRequest(other));
    const merges = [await team.merge(one), await team.merge(other)] as const;

    const first = await passes(team.ci.push(merges[0]));
    expect(limit()).toBe(20);
    second = await isRefused(team.ci.push(merges[1]), /no longer fits/);
    await passes(team.ci.previewByHand());
    second = await passes(second.again());
    expect(writesIn(team.requests())).toEqual(["PATCH rate-limit-policies"]);
    expect(staging().configuration).toEqual({ action: "log", limit: 20 });

    await isRefused(first.again(), /A newer apply of staging has started/);
  });

  test("a plan is applied only if it has not expired and its preview has not failed since", async () => {
    const { forge } = team.place;
    const head = await team.change("third", { limit: 30, action: "log" });
    const preview = await passes(team.ci.pullRequest(head));
    const setExpired = (expired: boolean) => {
      for (const artifact of forge.artifacts) artifact.expired = expired;
    };
    setExpired(true);
    third = await isRefused(team.ci.push(await team.merge(head)), /has expired/);
    setExpired(false);

    team.secrets["staging preview"] = { PULUMI_CONFIG_PASSPHRASE: "canary-wrong-passphrase" };
    const failed = await preview.again();
    expect(resultsOf(failed)).toMatchObject({ "preview staging": "failure", comment: "success" });
    expect(comment()).toContain("failed");
    await isRefused(third.again(), /its newest preview failed/);

    delete team.secrets["staging preview"];
    await passes(preview.again());
    expect(comment()).not.toContain("failed");
  });

  test("an older apply is refused after a newer one failed, was cancelled or succeeded", async () => {
    const isOlder = () => isRefused(second.again(), /A newer apply of staging has started/);
    team.secrets["staging apply"] = { AUTH0_CLIENT_SECRET: "canary-wrong-secret" };
    expect(resultsOf(await third.again())).toEqual({ "apply staging": "failure" });
    await isOlder();
    delete team.secrets["staging apply"];

    expect(resultsOf(await third.again({ cancelApply: true }))).toEqual({
      "apply staging": "cancelled",
    });
    await isOlder();

    expect(limit()).toBe(20);
    await passes(third.again());
    expect(limit()).toBe(30);
    await isOlder();
  });

  test("a fork gets no preview, and a plan of its own is not applied", async () => {
    const { forge, repository } = team.place;
    const head = await team.change("fork", { limit: 40, action: "log" });
    expect(resultsOf(await team.ci.pullRequest(head, "fork"))).toEqual(
      kind === "GitHub"
        ? { preview: "skipped", comment: "skipped", "no preview without secrets": "success" }
        : { "no-preview-without-variables": "success" },
    );

    const plans = forge.artifacts.length;
    const forged = await repository.commit("forged", forgedPreview[kind], head);
    await passes(team.ci.pullRequest(forged, "fork"));
    expect(forge.artifacts).toHaveLength(plans + 1);
    // The pipeline of a fork can be another than that of its commit.
    const merge = await team.merge(head);
    forge.merged.set(merge, forged);
    await isRefused(team.ci.push(merge), /There is no plan of staging/);
  });

  if (kind === "GitHub") {
    test("Dependabot gets no preview", async () => {
      const head = await team.change("dependabot", { limit: 40, action: "log" });
      expect(resultsOf(await team.ci.pullRequest(head, "dependabot"))).toMatchObject({
        ...{ "no preview without secrets": "success", comment: "skipped" },
      });
    });
  }

  test("no step has the forge's token and the tenant's secrets, except where GitLab finds a plan", () => {
    const tenant = ["AUTH0_CLIENT_SECRET", "PULUMI_CONFIG_PASSPHRASE"];
    const forge = kind === "GitHub" ? ["GITHUB_TOKEN"] : ["GITLAB_TOKEN"];
    // GitLab sets all of a job's variables at its start; the apply job removes the token later.
    const all = [...tenant, ...forge].sort();
    const start = kind === "GitHub" ? { install: [], find: forge } : { install: all, find: all };
    expect(secretsSeen(team.place.installation.started())).toEqual({
      program: tenant,
      pulumi: tenant,
      "auth0-native ci preview": tenant,
      "auth0-native ci apply": tenant,
      "auth0-native drift": tenant,
      "auth0-native drift merge": [],
      "auth0-native ci comment": forge,
      "auth0-native ci issue": forge,
      "auth0-native ci find-plan": start.find,
      "npm ci --ignore-scripts": start.install,
    });
  });
}

const writesIn = (requests: Record<string, string[]>) =>
  Object.values(requests)
    .flat()
    .filter((request) => !request.startsWith("GET "));
