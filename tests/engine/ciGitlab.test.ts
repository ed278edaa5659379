import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { passphrase } from "../support/engine/environment";
import { GitlabCi } from "../support/pipelines/gitlabCi";
import { failures, type Ran, resultsOf } from "../support/pipelines/ran";
import { newTeam, type Team } from "../support/pipelines/team";
import { leaksIn } from "../support/values/leaks";

// Checks that the pipeline works on GitLab. ciGithub.test.ts tests what both forges have in common.

let team: Team;
let ci: GitlabCi;

beforeAll(async () => {
  team = await newTeam("GitLab", ["staging"]);
  ci = new GitlabCi(team);
});
afterAll(() => team.close());

async function passes(run: Promise<Ran>): Promise<Ran> {
  const ran = await run;
  expect(failures(ran)).toEqual([]);
  return ran;
}

test("a merge request gets a comment, its merge gets a plan to apply, and drift gets an issue", async () => {
  const head = await team.change("first", { limit: 100, action: "block" });
  await passes(ci.mergeRequest(head));
  expect(team.forge.comments).toMatchObject([
    { body: expect.stringMatching(/\| `staging` \| ± 3 to create \| `127\.0\.0\.1:\d+` \|\n/) },
  ]);

  const planned = await passes(ci.push(await team.merge(head)));
  expect(planned.waiting).toEqual(["apply staging"]);
  expect(team.requests()).toEqual({ staging: [] });
  await passes(planned.approve());
  const [policy] = team.tenants.staging?.policies.values() ?? [];
  expect(policy?.configuration).toEqual({ action: "block", limit: 100 });

  if (policy) policy.configuration.limit = 7;
  expect(resultsOf(await passes(ci.schedule()))).toEqual({
    command: "success",
    "drift staging": "warning",
    report: "success",
    issue: "success",
  });
  expect(team.forge.issues).toMatchObject([{ title: "Drift in staging" }]);

  await team.repository.commit("main", {});
  const outdated = await planned.approve();
  expect(resultsOf(outdated)).toEqual({ "apply staging": "failure" });
  expect(outdated.jobs[0]?.text).toContain("is no longer the newest commit of refs/heads/main");
  expect(leaksIn(team.seen.join("\n"), [passphrase])).toEqual([]);
});
