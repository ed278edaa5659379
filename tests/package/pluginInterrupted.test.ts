import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { extract } from "tar";
import { startTenant, type Tenant } from "../../emulator/src";
import { version } from "../../package.json";
import { archiveScript } from "../../tools/plugin/archive";
import { until } from "../support/clock/until";
import { jsProject, type Project } from "../support/engine/jsProject";
import { startPulumi } from "../support/engine/startPulumi";
import { removeTemporaryFolders, temporaryFolder } from "../support/project";
import { hold } from "../support/tenant/hold";

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
  tenant = await startTenant();
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

/** Starts an update, and returns it when a part of the streams exists, and further ones are under way. */
async function updateUnderWay() {
  const posts = hold(tenant, "POST /event-streams", { after: true, skip: 1 });
  const update = startPulumi(project, "up", "--yes", "--skip-preview", "--parallel", "4");
  await Promise.race([posts.arrived(1), update.ended]);
  return { ...update, release: posts.release };
}

/** The ids of processes that run the plugin. */
function pluginProcesses(): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" }).split("\n");
  return rows.filter((row) => row.includes(plugin)).map((row) => Number.parseInt(row, 10));
}

const pluginEnd = () => until(() => pluginProcesses().length === 0);

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
    for (const id of [update.pid, ...processes]) process.kill(id, signal);
    await update.printed("cancelling");
    update.release();
    await update.ended;
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
  update.release();
  await pluginEnd();
  expect(tenant.streams.size).toBeLessThan(count);
});
