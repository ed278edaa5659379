import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { StoredPolicy } from "../../../emulator/src";
import { passphrase } from "../engine/environment";
import { leaksIn } from "../values/leaks";
import { failures, type Ran, resultsOf, textOf } from "./ci";
import { secretsSeen } from "./installation";
import { newTeam, type Team } from "./team";
import type { Kind } from "./withForge";

/**
 * The life of a team's repository, as tests: each goes on where the one before ended. The steps are those
 * of the written pipelines.
 */
export function pipelinesWork(kind: Kind): void {
  let team: Team;

  beforeAll(async () => {
    team = await newTeam(kind, ["staging", "production"]);
  });
  afterEach(() => {
    expect(leaksIn(team.printed(), [passphrase])).toEqual([]);
  });
  afterAll(() => team.close());

  const nothing = { staging: [], production: [] };
  const commentsOf = (what: "preview" | "plan") =>
    team.place.forge.comments.filter(({ body }) =>
      body.startsWith(`<!-- auth0-native ${what} -->`),
    );
  const staging = () => [...(team.tenants.staging?.policies.values() ?? [])][0] as StoredPolicy;
  const configuration = () => staging().configuration;

  /** Runs what must succeed. */
  async function passes(run: Promise<Ran>): Promise<Ran> {
    const ran = await run;
    expect(failures(ran)).toEqual([]);
    return ran;
  }

  /** Commits a change and merges it; its plan waits for a person. */
  async function merged(branch: string, limit: number, action: "block" | "log"): Promise<Ran> {
    const merge = await team.merge(await team.change(branch, { limit, action }));
    const ran = await passes(team.ci.push(merge));
    expect(ran.waiting).toEqual(["apply staging"]);
    return ran;
  }

  /** Approves what must change nothing. */
  async function isRefused(ran: Ran, reason: RegExp): Promise<void> {
    team.requests();
    const applied = await ran.approve();
    expect(resultsOf(applied)).toMatchObject({ "apply staging": "failure" });
    expect(textOf(applied)).toMatch(reason);
    expect(textOf(applied)).toMatch(/nothing was applied/i);
    expect(team.requests()).toEqual(nothing);
  }

  test("a pull request gets one comment on all stacks, which keeps up with it, and no plan", async () => {
    await passes(team.ci.pullRequest(await team.change("first", { limit: 10, action: "block" })));
    const head = await team.change("first", { limit: 100, action: "block" });
    const previewed = await passes(team.ci.pullRequest(head));
    const [comment, ...others] = commentsOf("preview");
    expect(others).toEqual([]);
    expect(comment?.body).toContain("- ± `staging`: 2 to create\n- ± `production`: 2 to create\n");
    expect(comment?.body).toMatch(/limit *: 100\n/);
    expect(comment?.body).toContain("An aid to review");
    // GitHub shows it in the job's summary as well.
    expect(textOf(previewed).includes("### Preview of")).toBe(kind === "GitHub");
    expect(previewed.waiting).toEqual([]);
    expect(team.requests()).toEqual(nothing);
    expect(team.printed()).not.toContain("ciphertext");
  });

  test("a merge is planned, and what is approved is applied to each tenant and read back", async () => {
    const head = await team.change("first", { limit: 100, action: "block" });
    const planned = await passes(team.ci.push(await team.merge(head)));
    expect(planned.waiting).toEqual(["apply staging", "apply production"]);
    expect(textOf(planned)).toContain("Previewing update (staging)");
    expect(commentsOf("plan")).toHaveLength(kind === "GitHub" ? 1 : 0);
    expect(team.requests()).toEqual(nothing);
    expect(team.printed()).toContain("ciphertext");

    await passes(planned.approve());
    const requests = [
      ...["GET event-streams", "GET rate-limit-policies"],
      ...["POST event-streams", "POST rate-limit-policies"],
    ];
    expect(team.requests()).toEqual({ staging: requests, production: requests });
    expect(configuration()).toEqual({ action: "block", limit: 100 });
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
    const [production, drift] = forge.issues;
    expect(drift?.body).toContain("limit");

    staging().configuration.limit = 8;
    await team.writePipelines(["staging"]);
    await passes(team.ci.schedule());
    expect(production?.notes).toMatchObject([
      { body: expect.stringContaining("`production` is no longer checked.") },
    ]);
    expect(drift?.notes).toMatchObject([{ body: expect.stringContaining("limit") }]);
    forge.writes();
    await passes(team.ci.schedule());
    expect(forge.writes()).toEqual([]);

    staging().configuration.limit = 100;
    await passes(team.ci.schedule());
    expect(forge.issues.map(({ state }) => state)).toEqual(["closed", "closed"]);
    expect(writesIn(team.requests())).toEqual([]);
  });

  test("a merge without changes asks no reviewer of GitHub, and applies nothing on GitLab", async () => {
    const head = await team.change("same", { limit: 100, action: "block" });
    const planned = await passes(team.ci.push(await team.merge(head)));
    expect(planned.waiting).toEqual(kind === "GitHub" ? [] : ["apply staging"]);
    if (kind === "GitLab") await passes(planned.approve());
    expect(writesIn(team.requests())).toEqual([]);
  });

  test("of two merges, the older is refused if the newer was applied, whose plan covers both", async () => {
    const older = await merged("one", 20, "block");
    const newer = await merged("other", 20, "log");
    team.requests();
    await passes(newer.approve());
    expect(writesIn(team.requests())).toEqual(["PATCH rate-limit-policies"]);
    expect(configuration()).toEqual({ action: "log", limit: 20 });
    await isRefused(older, /is no longer the newest commit of refs\/heads\/main/);
    // Also with a new plan, when all its jobs run again.
    await isRefused(await passes(older.again()), /is no longer the newest commit/);
  });

  test("of two merges, the older is refused if it is approved first, and the newer applies both", async () => {
    const older = await merged("one", 30, "log");
    const newer = await merged("other", 30, "block");
    await isRefused(older, /is no longer the newest commit/);
    await passes(newer.approve());
    expect(writesIn(team.requests())).toEqual(["PATCH rate-limit-policies"]);
    expect(configuration()).toEqual({ action: "block", limit: 30 });
  });

  test("of two merges, the newer that was planned before the older was applied is applied, too", async () => {
    const { commitOf, reset } = team.place.repository;
    const older = await merged("one", 40, "block");
    const newer = await merged("other", 40, "log");
    // The older one's job asks git before the newer merge.
    const head = await commitOf("main");
    await reset("main^");
    await passes(older.approve());
    expect(configuration()).toEqual({ action: "block", limit: 40 });
    await reset(head);
    await passes(newer.approve());
    expect(configuration()).toEqual({ action: "log", limit: 40 });
    team.requests();
  });

  test("requests into another branch run nothing: a promotion, and a second one of a reviewed head", async () => {
    const { commitOf, commit } = team.place.repository;
    await commit("release", {}, "main");
    const promotion = await team.ci.pullRequest(await commitOf("main"), "member", "release");
    const head = await team.change("reviewed", { limit: 50, action: "block" });
    await passes(team.ci.pullRequest(head));
    const second = await team.ci.pullRequest(head, "member", "release");
    expect([promotion.jobs, second.jobs]).toEqual([[], []]);
    expect(team.requests()).toEqual(nothing);
  });

  test("an artifact of another run is not applied, whatever its name", async () => {
    const { repository, forge } = team.place;
    const head = await team.change("reviewed", { limit: 50, action: "block" });
    const forged = await repository.commit("forged", forgedPlan[kind], head);
    await passes(team.ci.pullRequest(forged));
    const merge = await team.merge(head);
    forge.merged.set(merge, forged);
    await passes((await passes(team.ci.push(merge))).approve());
    expect(configuration()).toEqual({ action: "block", limit: 50 });
    expect(writesIn(team.requests())).toEqual(["PATCH rate-limit-policies"]);
  });

  test("a fork and Dependabot get no preview, and a job says so", async () => {
    const head = await team.change("fork", { limit: 60, action: "log" });
    const skipped = {
      GitHub: { preview: "skipped", comment: "skipped", "no preview without secrets": "success" },
      GitLab: { "no-preview-without-variables": "success" },
    };
    expect(resultsOf(await team.ci.pullRequest(head, "fork"))).toEqual(skipped[kind]);
    if (kind === "GitLab") return;
    expect(resultsOf(await team.ci.pullRequest(head, "dependabot"))).toEqual(skipped.GitHub);
  });

  test("no step has the forge's token and the tenant's secrets", () => {
    const tenant = ["AUTH0_CLIENT_SECRET", "PULUMI_CONFIG_PASSPHRASE"];
    const forge = kind === "GitHub" ? ["GITHUB_TOKEN"] : ["GITLAB_TOKEN"];
    // GitLab sets all of a job's variables at its start: installations have those of their job.
    const start = {
      GitHub: { install: [], head: forge },
      GitLab: { install: [...tenant, ...forge].sort(), head: tenant },
    }[kind];
    expect(secretsSeen(team.place.installation.started())).toEqual({
      program: tenant,
      pulumi: tenant,
      "auth0-native ci preview": tenant,
      "auth0-native ci apply": tenant,
      "auth0-native drift": tenant,
      "auth0-native drift merge": [],
      "auth0-native ci comment": forge,
      "auth0-native ci issue": forge,
      ...(kind === "GitHub" && { "auth0-native ci changes": [] }),
      "auth0-native ci check-head": start.head,
      "npm ci --ignore-scripts": start.install,
    });
  });
}

const writesIn = (requests: Record<string, string[]>) =>
  Object.values(requests)
    .flat()
    .filter((request) => !request.startsWith("GET "));

/** A pipeline of a branch that keeps a plan of its own, under the names of the written ones. */
const forgedPlan: Record<Kind, Record<string, string>> = {
  GitHub: {
    ".github/workflows/preview.yml": `
on: { pull_request: { branches: [main] } }
jobs:
  plan:
    steps:
      - run: mkdir plans && echo '{}' > plans/staging.json
      - uses: actions/upload-artifact@v7
        with: { name: plan-staging, path: plans/staging.json }
`,
  },
  GitLab: {
    ".gitlab-ci.yml": `
stages: [plan]
default: { image: { name: node }, before_script: [] }
plan:
  stage: plan
  parallel: { matrix: [{ STACK: [staging] }] }
  rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }]
  script: ["mkdir plans && echo '{}' > plans/staging.json"]
  artifacts: { paths: [plans/staging.json] }
`,
  },
};
