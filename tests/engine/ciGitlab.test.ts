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
  team = await newTeam("GitLab", ["staging", "production"]);
  await team.settings("waves: [[staging], [production]]");
  ci = new GitlabCi(team);
});
afterAll(() => team.close());

async function passes(run: Promise<Ran>): Promise<Ran> {
  const ran = await run;
  expect(failures(ran)).toEqual([]);
  return ran;
}

const policyOf = (stack: string) => [...(team.tenants[stack]?.policies.values() ?? [])][0];

test("a merge request gets a comment, its merge a plan of each wave, and drift an issue", async () => {
  const head = await team.change("first", { limit: 100, action: "block" });
  await passes(ci.mergeRequest(head));
  const row = (stack: string) =>
    `\\| \`${stack}\` \\| ± 3 to create \\| \`127\\.0\\.0\\.1:\\d+\` \\|\n`;
  expect(team.forge.comments).toMatchObject([
    { body: expect.stringMatching(row("staging") + row("production")) },
  ]);

  const planned = await passes(ci.push(await team.merge(head)));
  expect(planned.waiting).toEqual(["apply staging"]);
  expect(team.requests()).toEqual({ staging: [], production: [] });
  const second = await passes(planned.approve());
  expect(policyOf("staging")?.configuration).toEqual({ action: "block", limit: 100 });
  expect(second.waiting).toEqual(["apply-2 production"]);

  Object.assign(policyOf("staging") ?? {}, { configuration: { action: "block", limit: 7 } });
  expect(resultsOf(await passes(ci.schedule()))).toEqual({
    command: "success",
    "drift staging": "warning",
    "drift production": "success",
    report: "success",
    issue: "success",
  });
  expect(team.forge.issues).toMatchObject([
    { title: "Drift in staging", body: expect.stringMatching(/\/-\/pipelines\/new\)/) },
  ]);

  await team.repository.commit("main", {});
  const outdated = await second.approve();
  expect(resultsOf(outdated)).toMatchObject({ "apply-2 production": "failure" });
  expect(outdated.jobs[0]?.text).toContain("is no longer the newest commit of refs/heads/main");
  expect(policyOf("production")).toBeUndefined();
});

test("a pipeline that is started by hand repairs the drift and closes its issue", async () => {
  const planned = await passes(ci.runApply());
  expect(planned.waiting).toEqual(["apply staging"]);
  const second = await passes(planned.approve());
  expect(policyOf("staging")?.configuration).toMatchObject({ limit: 100 });
  expect(team.forge.issues).toMatchObject([{ title: "Drift in staging", state: "closed" }]);
  await passes(second.approve());
  expect(policyOf("production")?.configuration).toMatchObject({ limit: 100 });
  expect(leaksIn(team.seen.join("\n"), [passphrase])).toEqual([]);
});
