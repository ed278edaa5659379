import { appendFileSync, cpSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Changes, Tenant } from "../emulator/src";
import type { Props } from "../provider/shared/json";
import { pluginPackage } from "../provider/stateStrings";
import { jsProject, type Project } from "../tests/support/engine/jsProject";
import { passphraseSettings } from "../tests/support/engine/newStack";
import { npmPackage } from "../tests/support/install/downloads";
import { emptyTenant } from "../tests/support/tenant/objects";
import { mustRun } from "../tools/process";
import { pulumiBin } from "../tools/pulumiBin";
import { findOnPath } from "../tools/pulumiBin/onPath";
import { measure } from "./measure";
import { objects } from "./objects";
import type { Sample } from "./rows";

const commandArgs = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  "up --parallel 32": ["up", "--yes", "--skip-preview", "--parallel", "32"],
};
export type Command = keyof typeof commandArgs;

/** The users' settings. In tests, Go programs collect no garbage, and Pulumi's Node processes load less. */
export const defaults = { GOGC: "100", GOMEMLIMIT: "off", NODE_OPTIONS: "" };

/** The official provider's plugin, which is measured if it is on PATH. */
const peerFile = findOnPath("pulumi-resource-auth0", process.env);

/** The version of the official provider and of its SDK. */
export const peerVersion = async (): Promise<string | undefined> =>
  peerFile && (await mustRun(peerFile, ["--version"])).stdout.trim();

/** A part of the command line, by which to find the process that serves the resources. */
const script = "@pulumi/pulumi/cmd/dynamic-provider";
const pluginPath = "node_modules/pulumi-auth0-native/plugin";

/** The program's import, the process that serves the resources, and a plugin's entry in Pulumi.yaml. */
const setups = {
  floor: { sdk: "./floor/index.cjs", script, plugins: [] },
  dynamic: { sdk: "pulumi-auth0-native", script, plugins: [] },
  plugin: {
    sdk: "pulumi-auth0-native/plugin",
    script: `pulumi-resource-${pluginPackage}`,
    plugins: [{ name: pluginPackage, path: pluginPath }],
  },
  "pulumi-auth0": {
    sdk: "./pulumi-auth0",
    script: "pulumi-resource-auth0",
    plugins: [{ name: "auth0", path: dirname(peerFile ?? "") }],
  },
};
export type Subject = keyof typeof setups;

/** Both forms of ours, and the official provider. */
export const forms: Subject[] = ["dynamic", "plugin"];
if (peerFile) forms.push("pulumi-auth0");

/** A program that creates the objects of objects.json. It reads its configuration as in the guides. */
const programOf = (sdk: string) => `
const { Config } = require("@pulumi/pulumi/config");
new Config();
const sdk = require(${JSON.stringify(sdk)});
for (const [kind, all] of Object.entries(require("./objects.json")))
  for (const [name, args] of Object.entries(all)) new sdk[kind](name, args);
`;

/** Runs `work` with a project whose program creates these objects, and with an empty tenant. */
export async function withProject<Result>(
  subject: Subject,
  tenant: Tenant,
  objects: Record<string, Props>,
  work: (project: Project) => Promise<Result>,
): Promise<Result> {
  const { sdk, plugins } = setups[subject];
  // The tests' PATH has a folder that makes Pulumi's dynamic provider start faster. This one doesn't.
  const PATH = [await pulumiBin(), process.env.PATH].join(delimiter);
  const all = { ...tenant.environment, ...defaults, PATH };
  const project = await jsProject(all, programOf(sdk), { encryption: passphraseSettings });
  const inProject = (name: string) => join(project.folder, name);
  try {
    const line = `plugins: { providers: ${JSON.stringify(plugins)} }\n`;
    appendFileSync(inProject("Pulumi.yaml"), line);
    cpSync(join(__dirname, "floor"), inProject("floor"), { recursive: true });
    if (subject === "pulumi-auth0") {
      // A copied SDK loads the project's @pulumi/pulumi, as ours does.
      const peerSdk = await npmPackage("@pulumi/auth0", (await peerVersion()) ?? "", subject);
      cpSync(peerSdk, inProject(subject), { recursive: true });
    }
    writeFileSync(inProject("objects.json"), JSON.stringify(objects));
    emptyTenant(tenant);
    return await work(project);
  } finally {
    project.remove();
  }
}

/** Measures commands in order, starting with a new stack. Each starts with the rate limit's whole burst. */
export function measureStack(
  subject: Subject,
  count: number,
  tenant: Tenant,
  conditions: Changes,
  commands: readonly Command[],
  environment: Record<string, string> = {},
): Promise<[Command, Sample][]> {
  const all = objects(count, subject === "pulumi-auth0");
  const measureAll = async (project: Project) => {
    Object.assign(project.env, environment);
    const samples: [Command, Sample][] = [];
    for (const command of commands) {
      tenant.set(conditions);
      const run = () => project.pulumi(...commandArgs[command]);
      const sample = await measure(tenant, setups[subject].script, run);
      samples.push([command, { ...sample, stateBytes: stateBytes(project.folder) / count }]);
    }
    return samples;
  };
  return withProject(subject, tenant, all, measureAll);
}

function stateBytes(folder: string): number {
  const stacks = join(folder, "state", ".pulumi", "stacks", "test");
  // The folder also has the stack's backups and attributes.
  const file = readdirSync(stacks).find((name) => /^test\.json(\.zst)?$/.test(name));
  return file === undefined ? Number.NaN : statSync(join(stacks, file)).size;
}
