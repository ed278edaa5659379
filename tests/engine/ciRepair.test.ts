import { afterAll, describe, expect, test } from "@jest/globals";
import { GithubActions } from "../support/pipelines/githubActions";
import { GitlabCi } from "../support/pipelines/gitlabCi";
import { failures, type Ran, resultsOf, textOf } from "../support/pipelines/ran";
import { newTeam, type Team } from "../support/pipelines/team";

// Drift goes through the written pipelines until it's repaired: check, plan, approval, apply, and read back.

const teams: Team[] = [];
afterAll(() => Promise.all(teams.map((team) => team.close())));

async function passes(run: Promise<Ran>): Promise<Ran> {
  const ran = await run;
  expect(failures(ran)).toEqual([]);
  return ran;
}

describe.each([
  { kind: "GitHub", runner: GithubActions, applyOf: (stack: string) => `apply (${stack})` },
  { kind: "GitLab", runner: GitlabCi, applyOf: (stack: string) => `apply-2 ${stack}` },
] as const)("on $kind", ({ kind, runner, applyOf }) => {
  test("drift is planned, approved, and repaired, and its issue is closed", async () => {
    const team = await newTeam(kind, ["staging", "production"]);
    teams.push(team);
    const ci = new runner(team);
    /** GitLab also has the first wave's apply job if that wave has no changes. */
    const afterFirstWave = async (run: Promise<Ran>) => {
      const ran = await passes(run);
      return kind === "GitLab" ? passes(ran.approve()) : ran;
    };
    await team.settings("waves: [[staging], [production]]");
    const head = await team.change("first", { limit: 100, action: "block" });
    const first = await passes(ci.push(await team.merge(head)));
    await passes((await passes(first.approve())).approve());

    const [staging, production] = [team.tenants.staging, team.tenants.production];
    const [policy] = production?.policies.values() ?? [];
    for (const stream of staging?.streams.values() ?? []) stream.status = "disabled";
    production?.streams.clear();
    if (policy) policy.configuration.limit = 7;
    await passes(ci.schedule());
    expect(team.forge.issues).toMatchObject([{ title: "Drift in production", state: "open" }]);
    expect(team.forge.issues[0]?.body).toMatch(
      /To restore the program's values,\*\* .*\/(actions\/workflows\/apply\.yml|-\/pipelines\/new)\)[\s\S]*To keep the tenant's values/,
    );

    team.requests();
    const outdated = await afterFirstWave(ci.runApply());
    expect(outdated.waiting).toEqual([applyOf("production")]);
    if (kind === "GitHub") {
      const summary = textOf(outdated);
      expect(summary).toContain("2 repairs (the tenant was changed), 1 to create, 1 to update");
      expect(summary).toMatch(/`partners` \| `configuration.limit` \| `?7`? \| `?100`? \|/);
      expect(summary).toMatch(/`crm` \| – \| missing \| recreated \|/);
    }

    if (policy) policy.configuration.limit = 9;
    const rejected = await outdated.approve();
    expect(resultsOf(rejected)).toMatchObject({ [applyOf("production")]: "failure" });
    expect(textOf(rejected)).toContain(
      "partners: configuration.limit was 7 and is now 9. Nothing was applied.",
    );
    const writes = () =>
      Object.values(team.requests())
        .flat()
        .filter((one) => !/^GET/.test(one));
    expect(writes()).toEqual([]);

    const planned = await afterFirstWave(ci.runApply());
    expect(writes()).toEqual([]);
    expect(planned.waiting).toEqual([applyOf("production")]);
    await passes(planned.approve());
    expect(writes()).toEqual(["PATCH rate-limit-policies", "POST event-streams"]);
    expect(policy?.configuration.limit).toBe(100);
    expect(team.forge.issues).toMatchObject([{ title: "Drift in production", state: "closed" }]);
  });
});
