import { afterAll, expect, test } from "@jest/globals";
import { driftReportOf } from "../support/drift/command";
import { jsProject, type Project } from "../support/engine/jsProject";
import { type Postgres, startPostgres } from "../support/engine/postgres";
import { startPulumi } from "../support/engine/startPulumi";
import { withTenant } from "../support/engine/tenantAndStack";
import { removeTemporaryFolders } from "../support/project";
import { hold } from "../support/tenant/hold";

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

async function projectWith(name: string, environment = {}): Promise<Project> {
  const all = { ...engine.tenant.environment, ...environment };
  const project = await jsProject(all, program(name), { inline: true });
  projects.push(project);
  expect((await up(project)).code).toBe(0);
  return project;
}

const up = (project: Project) => project.pulumi("up", "--yes", "--skip-preview");

const streamOf = (name: string) =>
  [...engine.tenant.streams.values()].find((stream) => stream.name?.startsWith(name));

test("one of two concurrent updates fails with the lock, and a drift check reports no drift", async () => {
  const project = await projectWith("shared");
  project.write(program("shared, renamed"));
  // The run stops when the tenant has the new name and the state has the old one.
  const patch = hold(engine.tenant, "PATCH /event-streams/{id}", { after: true });
  const first = startPulumi(project, "up", "--yes", "--skip-preview");
  await patch.arrived(1);
  first.kill("SIGSTOP");
  patch.release();
  const [second, meanwhile] = await Promise.all([up(project), driftReportOf(project, "test")]);
  first.kill("SIGCONT");

  expect(second.code).not.toBe(0);
  expect(second.text).toMatch(/the stack is currently locked/);
  const [stack] = meanwhile.report.stacks;
  expect(stack?.resources.filter(({ result }) => result !== "unverifiable")).toEqual([]);
  expect(stack?.problems).toEqual([]);
  expect(meanwhile.code).toBe(0);
  expect(await first.ended).toEqual([0, null]);
});

test("a drift check of a state in PostgreSQL finds drift and does not change the state", async () => {
  postgres = await startPostgres();
  const project = await projectWith("postgres", { PULUMI_BACKEND_URL: postgres.url });
  const { text: before } = await project.pulumi("stack", "export");
  const found = streamOf("postgres");
  if (found) found.status = "disabled";
  const { code, report } = await driftReportOf(project, "test");
  expect(code).toBe(2);
  expect(report.stacks[0]?.resources[0]?.properties).toEqual([
    { path: "status", expected: "enabled", live: "disabled" },
  ]);
  expect((await project.pulumi("stack", "export")).text).toBe(before);
});
