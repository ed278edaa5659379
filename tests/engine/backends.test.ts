import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { driftReportOf } from "../support/drift/command";
import { jsProject, type Project } from "../support/engine/jsProject";
import { type Postgres, startPostgres } from "../support/engine/postgres";
import { withTenant } from "../support/engine/tenantAndStack";
import { removeTemporaryFolders } from "../support/project";

const engine = withTenant();
let postgres: Postgres | undefined;
const projects: Project[] = [];

afterAll(async () => {
  for (const project of projects) project.remove();
  await postgres?.stop();
  removeTemporaryFolders();
});

const program = (name: string) => `
  const { EventStream } = require("pulumi-auth0-native");
  new EventStream("crm", {
    name: "${name}",
    destination: { type: "action", configuration: { actionId: "5f3c1a52-action" } },
  });
`;

const up = (project: Project) => project.pulumi("up", "--yes", "--skip-preview");

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function inPostgres() {
  postgres = await startPostgres();
  return { PULUMI_BACKEND_URL: postgres.url };
}

describe.each([
  ["a folder", async () => ({})],
  ["PostgreSQL", inPostgres],
])("with its state in %s", (where, backend) => {
  let project: Project;
  const stream = () =>
    [...engine.tenant.streams.values()].find(({ name }) => name?.startsWith(where));

  beforeAll(async () => {
    const environment = { ...engine.tenant.environment, ...(await backend()) };
    project = await jsProject(environment, program(where));
    projects.push(project);
    expect((await up(project)).code).toBe(0);
  });

  test("of two updates at once one fails with the lock, a drift check reports no drift, and nothing is lost", async () => {
    project.write(program(`${where}, renamed`));
    // Long enough for what runs meanwhile: the tenant has the new name, and the state not yet.
    const slow = { route: "PATCH /event-streams/{id}", kind: "slow", when: "after" } as const;
    engine.tenant.addFault({ ...slow, delayMs: 10_000 });
    const first = up(project);
    await until(() => stream()?.name === `${where}, renamed`);
    const [second, meanwhile] = await Promise.all([up(project), driftReportOf(project, "test")]);

    expect(second.code).not.toBe(0);
    expect(second.text).toMatch(/the stack is currently locked/);
    const cried = meanwhile.report.stacks[0]?.resources.filter(
      ({ result }) => result !== "unverifiable",
    );
    expect(cried).toEqual([]);
    expect(meanwhile.report.stacks[0]?.problems).toEqual([]);
    expect(meanwhile.code).toBe(0);
    expect((await first).code).toBe(0);
    expect((await driftReportOf(project, "test")).report).toMatchObject({
      result: "clean",
      summary: { checked: 1, unverifiable: 0 },
    });
  });

  test("a drift check finds a change made outside Pulumi and leaves the state unchanged", async () => {
    const { text: before } = await project.pulumi("stack", "export");
    const found = stream();
    if (found) found.status = "disabled";
    // Longer than the provider waits without a word, which must not stand in the report.
    const deliveries = "GET /event-streams/{id}/deliveries";
    engine.tenant.addFault({ route: deliveries, kind: "slow", delayMs: 5_500 });
    const drift = await driftReportOf(project, "test", "--exit-codes", "pulumi");
    const { code, report, text } = drift;
    expect(code).toBe(7);
    expect(text).toContain("still waiting");
    expect(report.stacks[0]?.resources[0]?.properties).toEqual([
      { path: "status", expected: "enabled", live: "disabled" },
    ]);
    expect((await project.pulumi("stack", "export")).text).toBe(before);
  });
});
