import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { extract } from "tar";
import { startTenant, type Tenant } from "../../emulator/src";
import { version } from "../../package.json";
import { archiveScript } from "../../tools/plugin/archive";
import { jsProject, type Project } from "../support/engine/jsProject";
import { removeTemporaryFolders, temporaryFolder } from "../support/project";

const count = 40;
const program = `
  const { CustomResource } = require("@pulumi/pulumi");
  for (let index = 0; index < ${count}; index++) {
    const destination = { type: "action", configuration: { actionId: "act_" + index } };
    new CustomResource("auth0-native:index:EventStream", "stream" + index, { destination });
  }`;

let tenant: Tenant;
let project: Project;
/** Where Pulumi finds the plugin: the command line of its process names it. */
let plugin: string;

beforeEach(async () => {
  // Long enough that creates are under way when the signal arrives.
  tenant = await startTenant({ latencyMs: 300 });
  project = await jsProject(tenant.environment, program);
  plugin = join(project.folder, "home", "plugins", `resource-auth0-native-v${version}`);
  const archives = temporaryFolder();
  const archive = await archiveScript({ os: "darwin", arch: "arm64" }, archives);
  mkdirSync(plugin, { recursive: true });
  await extract({ file: join(archives, archive), cwd: plugin });
});

afterEach(async () => {
  project.remove();
  removeTemporaryFolders();
  await tenant.close();
});

/** Starts an update, and returns it when a part of the streams exists. */
async function updateUnderWay(): Promise<ChildProcess> {
  const args = ["up", "--yes", "--skip-preview", "--non-interactive", "--parallel", "4"];
  const { folder: cwd, env } = project;
  const update = spawn("pulumi", args, { cwd, env, stdio: "ignore" });
  while (tenant.streams.size === 0) {
    if (update.exitCode !== null) throw new Error(`the update ended with ${update.exitCode}`);
    await sleep(10);
  }
  return update;
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once("close", resolve));

/** The ids of processes that run the plugin. */
function pluginProcesses(): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" }).split("\n");
  return rows.filter((row) => row.includes(plugin)).map((row) => Number.parseInt(row, 10));
}

async function pluginEnd(): Promise<void> {
  while (pluginProcesses().length > 0) await sleep(10);
}

async function idsInState(): Promise<string[]> {
  const { text } = await project.pulumi("stack", "export");
  const { resources } = JSON.parse(text).deployment as { resources: { id?: string }[] };
  return resources.flatMap(({ id }) => (id?.startsWith("est_") ? id : [])).sort();
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "an update whose processes get %s has every object that the plugin created in its state",
  async (signal) => {
    const update = await updateUnderWay();
    const processes = pluginProcesses();
    expect(processes).toHaveLength(1);
    for (const id of [update.pid as number, ...processes]) process.kill(id, signal);
    await ended(update);
    await pluginEnd();

    const created = [...tenant.streams.keys()].sort();
    expect(created.length).toBeGreaterThan(0);
    expect(created.length).toBeLessThan(count);
    expect(await idsInState()).toEqual(created);
  },
);

test("the plugin ends when the engine is killed", async () => {
  const update = await updateUnderWay();
  expect(pluginProcesses()).toHaveLength(1);
  update.kill("SIGKILL");
  await pluginEnd();
  expect(tenant.streams.size).toBeLessThan(count);
});
