import { appendFileSync, cpSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pluginPackage } from "../provider/stateContract";
import { jsProject, type Project } from "../tests/support/engine/jsProject";
import { passphraseSettings } from "../tests/support/engine/newStack";
import { pulumiBin } from "../tools/pulumiBin";
import { type Objects, objects } from "./objects";
import { addPeer, peerObjects } from "./peer";
import { observePeak } from "./processTree";
import {
  cliSettings,
  defaults,
  measure,
  type Sample,
  type Subject,
  usageEnvironment,
  withFolder,
} from "./sample";
import type { BenchTenant } from "./tenant";

const commandArgs = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  "up --parallel 32": ["up", "--yes", "--skip-preview", "--parallel", "32"],
};
export type Command = keyof typeof commandArgs;

export const commands = ["up", "preview", "refresh"] as const satisfies Command[];

/** Of every other subject: this package, served by Pulumi's dynamic provider. */
const packages: Partial<Record<Subject, string>> = {
  plugin: "pulumi-auth0-native/plugin",
  floor: "./floor/index.cjs",
  "pulumi-auth0": "./pulumi-auth0",
};

/** In Pulumi.yaml, for a provider that is a plugin. */
const plugins: Partial<Record<Subject, { name: string; path: string }>> = {
  plugin: { name: pluginPackage, path: "node_modules/pulumi-auth0-native/plugin" },
  "pulumi-auth0": { name: "auth0", path: "pulumi-auth0" },
};

/** A program that creates the objects of objects.json. It reads its configuration as the guides' programs do. */
const programOf = (name: string) => `
const { Config } = require("@pulumi/pulumi/config");
new Config();
const sdk = require(${JSON.stringify(name)});
for (const [kind, all] of Object.entries(require("./objects.json")))
  for (const [name, args] of Object.entries(all)) new sdk[kind](name, args);
`;

/** A project whose program creates these objects. */
export async function benchProject(
  subject: Subject,
  tenant: BenchTenant,
  objects: Partial<Objects>,
  environment: Record<string, string> = {},
): Promise<Project> {
  const all = {
    ...tenant.environment,
    ...tenant.trust,
    ...defaults,
    // Without the folder from which the tests start Pulumi's dynamic provider sooner.
    PATH: [await pulumiBin(), process.env.PATH].join(delimiter),
    ...environment,
  };
  const program = programOf(packages[subject] ?? "pulumi-auth0-native");
  const project = await jsProject(all, program, { encryption: passphraseSettings });
  const plugin = plugins[subject];
  if (plugin) {
    const line = `plugins: { providers: [${JSON.stringify(plugin)}] }\n`;
    appendFileSync(join(project.folder, "Pulumi.yaml"), line);
  }
  cpSync(join(__dirname, "floor"), join(project.folder, "floor"), { recursive: true });
  writeFileSync(join(project.folder, "objects.json"), JSON.stringify(objects));
  return project;
}

/** A part of the path of the script that serves the resources. */
const providerScript = (subject: Subject) =>
  subject === "plugin" ? `pulumi-resource-${pluginPackage}` : "@pulumi/pulumi/cmd/dynamic-provider";

/** Measures commands one after the other: by default `up` of a new stack, then `preview` and `refresh` without changes. */
export function measureStack(
  subject: Subject,
  count: number,
  tenant: BenchTenant,
  {
    chosen = commands as readonly Command[],
    beforeEach = async (): Promise<void> => undefined,
  } = {},
): Promise<Record<string, Sample>> {
  return withFolder(async (scratch) => {
    const usage = usageEnvironment(scratch, providerScript(subject));
    const settings = (cliSettings as Partial<Record<Subject, Record<string, string>>>)[subject];
    const official = subject === "pulumi-auth0";
    const all = official ? peerObjects(count) : objects(count);
    const project = await benchProject(subject, tenant, all, { ...usage, ...settings });
    try {
      const pidFile = join(scratch, "pid");
      if (official) await addPeer(project.folder, pidFile);
      await tenant.change({ clear: true });
      const samples: Record<string, Sample> = {};
      for (const command of chosen) {
        await beforeEach();
        const peak = official ? observePeak(pidFile) : undefined;
        const run = () => project.pulumi(...commandArgs[command]);
        const sample = await measure(tenant, usage, run);
        const { peakMb } = sample;
        const size = stateBytes(project.folder);
        samples[command] = { ...sample, peakMb: peak?.() ?? peakMb, stateBytes: size };
      }
      return samples;
    } finally {
      project.remove();
    }
  });
}

function stateBytes(folder: string): number {
  const stacks = join(folder, "state", ".pulumi", "stacks", "test");
  // The folder also has backups and attributes of the stack.
  const file = readdirSync(stacks).find((name) => /^test\.json(\.zst)?$/.test(name));
  return file === undefined ? Number.NaN : statSync(join(stacks, file)).size;
}
