import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pluginPackage } from "../provider/stateContract";
import { jsProject } from "../tests/support/engine/jsProject";
import { passphraseSettings } from "../tests/support/engine/newStack";
import { pulumiBin } from "../tools/pulumiBin";
import { objects } from "./objects";
import { addPeer, peerObjects } from "./peer";
import { observePeak } from "./processTree";
import {
  cliSettings,
  goDefaults,
  measure,
  type Sample,
  type Subject,
  usageEnvironment,
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
export const packages: Partial<Record<Subject, string>> = {
  plugin: "pulumi-auth0-native/plugin",
  floor: "./floor/index.cjs",
  "pulumi-auth0": "./pulumi-auth0",
};

/** In Pulumi.yaml, for a provider that is a plugin. */
const pluginPath = (name: string, path: string) => `plugins:
  providers:
    - name: ${name}
      path: ${path}
`;
export const pluginPaths: Partial<Record<Subject, string>> = {
  plugin: pluginPath(pluginPackage, "node_modules/pulumi-auth0-native/plugin"),
  "pulumi-auth0": pluginPath("auth0", "pulumi-auth0"),
};

/** A part of the path of the script that serves the resources. */
const providerScript = (subject: Subject) =>
  subject === "plugin" ? `pulumi-resource-${pluginPackage}` : "@pulumi/pulumi/cmd/dynamic-provider";

/** Measures commands one after the other: by default `up` of a new stack, then `preview` and `refresh` without changes. */
export async function measureStack(
  subject: Subject,
  count: number,
  tenant: BenchTenant,
  {
    chosen = commands as readonly Command[],
    beforeEach = async (): Promise<void> => undefined,
  } = {},
): Promise<Record<string, Sample>> {
  const scratch = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  const environment = {
    ...tenant.environment,
    ...tenant.trust,
    ...usageEnvironment(scratch, providerScript(subject)),
    ...goDefaults,
    // As users have it: in tests, Pulumi's dynamic provider starts sooner.
    PATH: [await pulumiBin(), process.env.PATH].join(delimiter),
    ...(cliSettings as Partial<Record<Subject, Record<string, string>>>)[subject],
  };
  const project = await jsProject(
    environment,
    programOf(packages[subject] ?? "pulumi-auth0-native"),
    {
      encryption: passphraseSettings,
    },
  );
  try {
    const official = subject === "pulumi-auth0";
    const pidFile = join(scratch, "pid");
    if (official) await addPeer(project.folder, pidFile);
    appendFileSync(join(project.folder, "Pulumi.yaml"), pluginPaths[subject] ?? "");
    cpSync(join(__dirname, "floor"), join(project.folder, "floor"), { recursive: true });
    const all = official ? peerObjects(count) : objects(count);
    writeFileSync(join(project.folder, "objects.json"), JSON.stringify(all));
    await tenant.clear();
    const samples: Record<string, Sample> = {};
    for (const command of chosen) {
      await beforeEach();
      const peak = official ? observePeak(pidFile) : undefined;
      const sample = await measure(tenant, environment, () =>
        project.pulumi(...commandArgs[command]),
      );
      const { peakMb } = sample;
      const size = stateBytes(project.folder);
      samples[command] = { ...sample, peakMb: peak?.() ?? peakMb, stateBytes: size };
    }
    return samples;
  } finally {
    project.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function stateBytes(folder: string): number {
  const stacks = join(folder, "state", ".pulumi", "stacks", "test");
  // The folder also has backups and attributes of the stack.
  const file = readdirSync(stacks).find((name) => /^test\.json(\.zst)?$/.test(name));
  return file === undefined ? Number.NaN : statSync(join(stacks, file)).size;
}

/** A program that creates the objects of objects.json. It reads its configuration as the guides' programs do. */
export const programOf = (name: string) => `
const { Config } = require("@pulumi/pulumi/config");
new Config();
const sdk = require(${JSON.stringify(name)});
for (const [kind, all] of Object.entries(require("./objects.json")))
  for (const [name, args] of Object.entries(all)) new sdk[kind](name, args);
`;
