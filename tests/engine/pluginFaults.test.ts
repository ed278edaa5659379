import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";
import { startPulumi } from "../support/engine/startPulumi";
import { hold } from "../support/tenant/hold";

const program = `
  const { CustomResource } = require("@pulumi/pulumi");
  const destination = { type: "action", configuration: { actionId: "a" } };
  new CustomResource("auth0-native:index:EventStream", "crm", { destination });
`;

let tenant: Tenant;
let project: Project;

beforeAll(async () => {
  tenant = await startTenant();
  project = await jsProject(tenant.environment, program, { inline: true });
  addPlugin(project);
});
afterAll(async () => {
  project.remove();
  await tenant.close();
});

const posts = () => tenant.apiRequests().filter((request) => request === "POST /event-streams");

test("an interrupted update does not repeat the requests that fail", async () => {
  tenant.addFault({ kind: "status", status: 503, times: 0, route: "POST /event-streams" });
  const first = hold(tenant, "POST /event-streams");
  const update = startPulumi(project, "up", "--yes", "--skip-preview");
  await Promise.race([first.arrived(1), update.ended]);
  update.kill("SIGINT");
  await update.printed("cancelling");
  first.release();
  await update.ended;

  // An uninterrupted update sends it 11 times. A few may be sent before the engine passes the signal on.
  expect(posts().length).toBeLessThan(11);
  const { text } = await project.pulumi("stack", "export");
  expect(JSON.parse(text).deployment.pending_operations ?? []).toEqual([]);
});
