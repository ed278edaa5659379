import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { StoredPolicy } from "../../emulator/src";
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
  staging().configuration.limit = 7;
  team.overrides["test-production-drift"] = wrongPassphrase;
  expect(resultsOf(await ci.schedule())).toMatchObject({
    "test-drift (staging)": "success",
    "test-drift (production)": "failure",
  });
  expect(team.forge.issues).toMatchObject([
    { title: "test: Drift check of production failed" },
    { title: "test: Drift in staging", body: expect.stringContaining("limit") },
  ]);
});

test("the second of two waves is planned and approved after the first one was applied", async () => {
  delete team.overrides["test-production-drift"];
  team.requests();
  await team.settings("waves: [[staging], [production]]");
  const head = await team.change("waves", { limit: 200, action: "log" });
  const first = await passes(ci.push(await team.merge(head)));
  expect(first.waiting).toEqual(["test-apply (staging)"]);
  expect(textOf(first)).not.toContain("Plan of `production`");

  const second = await passes(first.approve());
  expect(second.waiting).toEqual(["test-apply (production)"]);
  expect(staging().configuration).toMatchObject({ limit: 200 });
  expect(team.requests().production).toEqual([]);
  expect(team.forge.comments).toMatchObject([
    { body: expect.stringMatching(/\| `staging` \| .*\n\| `production` \| /) },
  ]);
  await passes(second.approve());
  expect(team.requests().production).toContain("POST rate-limit-policies");
});
