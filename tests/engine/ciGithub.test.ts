import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { StoredPolicy } from "../../emulator/src";
import { mapProps } from "../../provider/shared/json";
import { passphrase } from "../support/engine/environment";
import { GithubActions } from "../support/pipelines/githubActions";
import { failures, type Ran, resultsOf, textOf } from "../support/pipelines/ran";
import { newTeam, type Team } from "../support/pipelines/team";
import { leaksIn } from "../support/values/leaks";

// Runs the written workflows of a program in a folder of a workspace, beside another program. Each test
// continues where the last one ended.

let team: Team;
let ci: GithubActions;
let older: Ran;

beforeAll(async () => {
  team = await newTeam("GitHub", ["staging", "production"], "infra/auth0");
  ci = new GithubActions(team);
});
afterEach(() => {
  expect(leaksIn(team.seen.splice(0).join("\n"), [passphrase])).toEqual([]);
});
afterAll(() => team.close());

const wrongPassphrase = { PULUMI_CONFIG_PASSPHRASE: "canary-wrong-passphrase" };
const nothing = { staging: [], production: [] };
const staging = () => [...(team.tenants.staging?.policies.values() ?? [])][0] as StoredPolicy;

/** The requests to the tenants that change something. */
const writes = () =>
  mapProps(team.requests(), (all) => all.filter((request) => !request.startsWith("GET")));

/** Runs jobs that must succeed. */
async function passes(run: Promise<Ran>): Promise<Ran> {
  const ran = await run;
  expect(failures(ran)).toEqual([]);
  return ran;
}

/** Approves jobs that must change nothing. */
async function isOutdated(ran: Ran): Promise<void> {
  const applied = await ran.approve();
  expect(resultsOf(applied)).toEqual({
    "test-apply (staging)": "failure",
    "test-apply (production)": "failure",
    issues: "success",
  });
  expect(textOf(applied)).toMatch(/is no longer the newest commit of refs\/heads\/main/);
  expect(textOf(applied)).toContain("Nothing was applied");
  expect(team.requests()).toEqual(nothing);
}

test("a pull request into the default branch gets one comment for all stacks, and no plan", async () => {
  const head = await team.change("first", { limit: 100, action: "block" });
  expect(await ci.pullRequest(head, "release")).toMatchObject({ jobs: [] });

  const previewed = await passes(ci.pullRequest(head));
  const [comment, ...others] = team.forge.comments.map(({ body }) => body);
  expect(others).toEqual([]);
  const row = (stack: string) =>
    `| \`${stack}\` | ± 3 to create | \`${new URL(team.tenants[stack]?.url ?? "").host}\` |\n`;
  expect(comment).toContain(row("staging") + row("production"));
  expect(comment).toMatch(/limit *: 100\n/);
  expect(previewed.waiting).toEqual([]);
  expect(team.requests()).toEqual(nothing);
  expect(team.seen.join()).not.toContain("ciphertext");
});

test("its merge is planned, and each stack waits for reviewers", async () => {
  older = await passes(ci.push(await team.merge(await team.repository.commitOf("first"))));
  expect(older.waiting).toEqual(["test-apply (staging)", "test-apply (production)"]);
  // This is in the summary.
  expect(textOf(older)).toMatch(/^## ± Plan of `staging`$/m);
  expect(team.forge.comments).toMatchObject([
    { body: expect.stringMatching(/^<!-- pulumi-auth0-native plan test -->\n/) },
  ]);
  expect(team.requests()).toEqual(nothing);
  expect(team.seen.join()).toContain("ciphertext");
});

test("only the newer of two merges can be applied, even after a commit to another program", async () => {
  team.overrides["test-production-drift"] = wrongPassphrase;
  const head = await team.change("other", { limit: 100, action: "log" });
  const newer = await ci.push(await team.merge(head));
  expect(resultsOf(newer)).toMatchObject({
    "test-plan (staging)": "success",
    "test-plan (production)": "failure",
  });
  expect(newer.waiting).toEqual(["test-apply (staging)"]);
  await isOutdated(older);

  const elsewhere = await team.repository.commit("main", { "web/index.js": "changed" });
  expect(await ci.push(elsewhere)).toMatchObject({ jobs: [], waiting: [] });
  await passes(newer.approve());
  const requests = [
    ...["GET event-streams", "GET rate-limit-policies"],
    ...["POST event-streams", "POST rate-limit-policies"],
  ];
  expect(team.requests()).toEqual({ staging: requests, production: [] });
  expect(staging().configuration).toEqual({ action: "log", limit: 100 });
});

test("drift opens an issue and fails no job, and a failed check does both", async () => {
  const [stream] = team.tenants.staging?.streams.values() ?? [];
  // The program leaves the status to Auth0.
  if (stream) stream.status = "disabled";
  staging().configuration.limit = 7;
  team.overrides["test-production-drift"] = wrongPassphrase;
  expect(resultsOf(await ci.schedule())).toMatchObject({
    "test-drift (staging)": "success",
    "test-drift (production)": "failure",
  });
  expect(team.forge.issues).toMatchObject([
    { title: "test: Drift check of production failed" },
    {
      title: "test: Drift in staging",
      body: expect.stringMatching(
        /limit[\s\S]*To restore the program's values,\*\* .*\/workflows\/test-apply\.yml\)[\s\S]*To keep/,
      ),
    },
  ]);
});

test("a run by hand plans the repair, which is rejected if the tenant has changed again", async () => {
  delete team.overrides["test-production-drift"];
  await team.settings("waves: [[staging], [production]]");
  const outdated = await passes(ci.runApply());
  expect(outdated.waiting).toEqual(["test-apply (staging)"]);
  const summary = textOf(outdated);
  expect(summary).toContain("1 repair (the tenant was changed), 1 to update");
  expect(summary).toMatch(/`partners` \| `configuration.limit` \| `?7`? \| `?100`? \|/);
  expect(summary).not.toContain("Plan of `production`");

  staging().configuration.limit = 9;
  team.tenants.staging?.streams.clear();
  const rejected = await outdated.approve();
  expect(resultsOf(rejected)).toMatchObject({ "test-apply (staging)": "failure" });
  expect(textOf(rejected)).toContain("partners: configuration.limit was 7 and is now 9");
  expect(textOf(rejected)).toContain("Nothing was applied.");
  expect(writes()).toEqual(nothing);
});

test("a repair closes its issue, and the second of two waves is planned and approved after it", async () => {
  const head = await team.change("waves", { limit: 100, action: "block" });
  const first = await passes(ci.push(await team.merge(head)));
  expect(textOf(first)).toMatch(/`crm` \| – \| missing \| recreated \|/);
  expect(writes()).toEqual(nothing);

  const second = await passes(first.approve());
  expect(writes()).toEqual({
    staging: ["PATCH rate-limit-policies", "POST event-streams"],
    production: [],
  });
  expect(staging().configuration).toEqual({ action: "block", limit: 100 });
  expect(team.forge.issues[1]).toMatchObject({ title: "test: Drift in staging", state: "closed" });
  expect(second.waiting).toEqual(["test-apply (production)"]);
  expect(team.forge.comments).toMatchObject([
    { body: expect.stringMatching(/\| `staging` \| .*\n\| `production` \| /) },
  ]);
  await passes(second.approve());
  expect(writes().production).toContain("POST rate-limit-policies");
});
