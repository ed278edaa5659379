import { afterAll, expect, test } from "@jest/globals";
import { driftReportOf } from "../support/drift/command";
import { jsProject, type Project } from "../support/engine/jsProject";
import { startPulumi } from "../support/engine/startPulumi";
import { withTenant } from "../support/engine/tenantAndStack";
import { hold } from "../support/tenant/hold";

const engine = withTenant();
let project: Project;
afterAll(() => project.remove());

const program = (name: string) => `
  const { EventStream } = require("pulumi-auth0-native");
  new EventStream("crm", {
    name: "${name}",
    destination: { type: "action", configuration: { actionId: "5f3c1a52-action" } },
  });
`;

const up = () => project.pulumi("up", "--yes", "--skip-preview");

test("of two updates at once one fails with the lock, a drift check reports no drift, and nothing is lost", async () => {
  project = await jsProject(engine.tenant.environment, program("shared"), { inline: true });
  expect((await up()).code).toBe(0);
  project.write(program("shared, renamed"));
  // Stopped while the tenant has the new name, and the state not yet.
  const patch = hold(engine.tenant, "PATCH /event-streams/{id}", { after: true });
  const first = startPulumi(project, "up", "--yes", "--skip-preview");
  await patch.arrived(1);
  first.kill("SIGSTOP");
  patch.release();
  const [second, meanwhile] = await Promise.all([up(), driftReportOf(project, "test")]);
  first.kill("SIGCONT");

  expect(second.code).not.toBe(0);
  expect(second.text).toMatch(/the stack is currently locked/);
  const [stack] = meanwhile.report.stacks;
  expect(stack?.resources.filter(({ result }) => result !== "unverifiable")).toEqual([]);
  expect(stack?.problems).toEqual([]);
  expect(meanwhile.code).toBe(0);
  expect(await first.ended).toEqual([0, null]);
});
