import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { until } from "../support/clock/until";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";
import { pluginMain } from "../support/engine/pluginProvider";
import { startPulumi } from "../support/engine/startPulumi";
import { readState } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { hold } from "../support/tenant/hold";

// tests/contract/pluginProcess.test.ts has what the process does at each signal, and when its engine ends.

const count = 40;
const program = `
  const { CustomResource } = require("@pulumi/pulumi");
  for (let index = 0; index < ${count}; index++) {
    const destination = { type: "action", configuration: { actionId: "act_" + index } };
    new CustomResource("auth0-native:index:EventStream", "stream" + index, { destination });
  }`;

const engine = withTenant();
let project: Project;
afterAll(() => project.remove());

/** The process of the plugin that an engine has started. */
function pluginOf(enginePid: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((row) => row.includes(pluginMain))
    .map((row) => row.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid = 0, parent]) => (parent === enginePid ? [pid] : []));
}

test("an update whose processes get SIGINT has every object that the plugin created in its state", async () => {
  project = await jsProject(engine.tenant.environment, program, { inline: true });
  addPlugin(project);
  const posts = hold(engine.tenant, "POST /event-streams", { after: true, skip: 1 });
  const update = startPulumi(project, "up", "--yes", "--skip-preview", "--parallel", "4");
  await Promise.race([posts.arrived(1), update.ended]);
  const processes = pluginOf(update.pid);
  expect(processes).toHaveLength(1);
  for (const pid of [update.pid, ...processes]) process.kill(pid, "SIGINT");
  await update.printed("cancelling");
  posts.release();
  await update.ended;
  await until(() => pluginOf(update.pid).length === 0);

  const created = [...engine.tenant.streams.keys()].sort();
  expect(created.length).toBeGreaterThan(0);
  expect(created.length).toBeLessThan(count);
  const { resources } = readState(join(project.folder, "state"));
  expect(resources.flatMap(({ id }) => (id?.startsWith("est_") ? id : [])).sort()).toEqual(created);
});
