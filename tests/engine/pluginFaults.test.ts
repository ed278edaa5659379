import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";

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
  const { folder: cwd, env, programArguments } = project;
  const args = ["up", "--yes", "--skip-preview", "--non-interactive", ...programArguments];
  const update = spawn("pulumi", args, { cwd, env, stdio: "ignore" });
  const ended = new Promise((resolve) => update.once("close", resolve));
  while (posts().length === 0) {
    if (update.exitCode !== null) throw new Error(`the update ended with ${update.exitCode}`);
    await sleep(10);
  }
  update.kill("SIGINT");
  await ended;

  // An uninterrupted update sends it 11 times. On a busy machine, a second POST may be sent before the
  // engine passes the signal on.
  expect(posts().length).toBeLessThan(5);
  const { text } = await project.pulumi("stack", "export");
  expect(JSON.parse(text).deployment.pending_operations ?? []).toEqual([]);
});
