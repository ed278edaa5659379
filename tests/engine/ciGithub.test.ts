import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { StoredPolicy } from "../../emulator/src";
import { passphrase } from "../support/engine/environment";
import { GithubActions, type WorkflowRan } from "../support/pipelines/githubActions";
import { failures, type Ran, resultsOf, textOf } from "../support/pipelines/ran";
import { type Declared, newTeam, type Team } from "../support/pipelines/team";
import { leaksIn } from "../support/values/leaks";

// The life of a team's repository with the written workflows. Each test goes on where the one before ended.

let team: Team;
let ci: GithubActions;

beforeAll(async () => {
  team = await newTeam("GitHub", ["staging", "production"]);
  ci = new GithubActions(team);
});
afterEach(() => {
  expect(leaksIn(team.seen.splice(0).join("\n"), [passphrase])).toEqual([]);
});
afterAll(() => team.close());

const nothing = { staging: [], production: [] };
const staging = () => [...(team.tenants.staging?.policies.values() ?? [])][0] as StoredPolicy;

/** Runs what must succeed. */
async function passes<T extends Ran>(run: Promise<T>): Promise<T> {
  const ran = await run;
  expect(failures(ran)).toEqual([]);
  return ran;
}

/** Commits a change and merges it; its plan waits for the reviewers. */
async function merged(branch: string, goal: Declared): Promise<WorkflowRan> {
  return passes(ci.push(await team.merge(await team.change(branch, goal))));
}

/** Approves what must change nothing. */
async function isOutdated(ran: WorkflowRan): Promise<void> {
  expect(ran.waiting).toContain("apply (staging)");
  const applied = await ran.approve();
  expect(resultsOf(applied)).toMatchObject({ "apply (staging)": "failure" });
  expect(textOf(applied)).toMatch(/is no longer the newest commit of refs\/heads\/main/);
  expect(textOf(applied)).toContain("Nothing was applied");
  expect(team.requests()).toEqual(nothing);
}

test("a pull request into the default branch gets one comment on all stacks, and no plan", async () => {
  const head = await team.change("first", { limit: 100, action: "block" });
  expect(await ci.pullRequest(head, "release")).toMatchObject({ jobs: [] });

  const previewed = await passes(ci.pullRequest(head));
  const [comment, ...others] = team.forge.comments.map(({ body }) => body);
  expect(others).toEqual([]);
  expect(comment).toContain("- ± `staging`: 2 to create\n- ± `production`: 2 to create\n");
  expect(comment).toMatch(/limit *: 100\n/);
  expect(previewed.waiting).toEqual([]);
  expect(team.requests()).toEqual(nothing);
  expect(team.seen.join()).not.toContain("ciphertext");
});

test("its merge is planned, and what is approved is applied to each tenant and read back", async () => {
  const planned = await passes(ci.push(await team.merge(await team.repository.commitOf("first"))));
  expect(planned.waiting).toEqual(["apply (staging)", "apply (production)"]);
  // In the summary.
  expect(textOf(planned)).toMatch(/^### Plan of `staging`$/m);
  expect(team.forge.comments).toMatchObject([
    { body: expect.stringMatching(/^<!-- auth0-native plan -->\n/) },
  ]);
  expect(team.requests()).toEqual(nothing);
  expect(team.seen.join()).toContain("ciphertext");

  await passes(planned.approve());
  const requests = [
    ...["GET event-streams", "GET rate-limit-policies"],
    ...["POST event-streams", "POST rate-limit-policies"],
  ];
  expect(team.requests()).toEqual({ staging: requests, production: requests });
});

test("drift opens an issue and fails no job, a check that fails does both", async () => {
  staging().configuration.limit = 7;
  team.overrides["production-drift"] = { AUTH0_CLIENT_SECRET: "canary-wrong-secret" };
  expect(resultsOf(await ci.schedule())).toMatchObject({
    ...{ "drift (staging)": "success", "drift (production)": "failure" },
  });
  expect(team.forge.issues).toMatchObject([
    { title: "Drift check of production failed" },
    { title: "Drift in staging", body: expect.stringContaining("limit") },
  ]);
  staging().configuration.limit = 100;
  team.requests();
});

test("of two merges, only the newer one can be applied, and its plan contains both", async () => {
  await team.writePipelines(["staging"]);
  const older = await merged("one", { limit: 20, action: "block" });
  const newer = await merged("other", { limit: 20, action: "log" });
  await isOutdated(older);
  await passes(newer.approve());
  expect(staging().configuration).toEqual({ action: "log", limit: 20 });
  team.requests();
  await isOutdated(await passes(older.again()));
});
