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
import { join } from "node:path";
import { pluginPackage } from "../provider/stateContract";
import { jsProject } from "../tests/support/engine/jsProject";
import { passphraseSettings } from "../tests/support/engine/newStack";
import { objects } from "./objects";
import { measure, type Sample, usageEnvironment } from "./sample";
import type { BenchTenant } from "./tenant";

/**
 * This package served by Pulumi's dynamic provider, by the plugin, or by the former with a compressed
 * state or without checkpoints; or a provider that does nothing.
 */
export type Subject = "ours" | "plugin" | "compressed" | "skip-checkpoints" | "floor";

export const commands = ["up", "preview", "refresh"] as const;
export type Command = (typeof commands)[number];

const commandArgs: Record<Command, string[]> = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
};

const packages: Record<Subject, string> = {
  ours: "pulumi-auth0-native",
  plugin: "pulumi-auth0-native/plugin",
  compressed: "pulumi-auth0-native",
  "skip-checkpoints": "pulumi-auth0-native",
  floor: "./floor/index.cjs",
};

/** In Pulumi.yaml, for the plugin. */
const pluginPath = `plugins:
  providers:
    - name: ${pluginPackage}
      path: node_modules/pulumi-auth0-native/plugin
`;

/** A part of the path of the script that serves the resources. */
const providerScript = (subject: Subject) =>
  subject === "plugin" ? `pulumi-resource-${pluginPackage}` : "@pulumi/pulumi/cmd/dynamic-provider";

/** Measures `up` of a new stack, then `preview` and `refresh` without changes. */
export async function measureStack(
  subject: Subject,
  count: number,
  tenant: BenchTenant,
  beforeEach: () => Promise<void> = async () => undefined,
): Promise<Record<Command, Sample>> {
  const scratch = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  const environment = {
    ...tenant.environment,
    ...usageEnvironment(scratch, providerScript(subject)),
    PULUMI_DIY_BACKEND_ZSTD: String(subject === "compressed"),
    PULUMI_SKIP_CHECKPOINTS: String(subject === "skip-checkpoints"),
  };
  const project = await jsProject(environment, programOf(packages[subject]), {
    encryption: passphraseSettings,
  });
  try {
    if (subject === "plugin") appendFileSync(join(project.folder, "Pulumi.yaml"), pluginPath);
    cpSync(join(__dirname, "floor"), join(project.folder, "floor"), { recursive: true });
    writeFileSync(join(project.folder, "objects.json"), JSON.stringify(objects(count)));
    await tenant.clear();
    const run = async (command: Command) => {
      await beforeEach();
      const result = await measure(tenant, environment, () =>
        project.pulumi(...commandArgs[command]),
      );
      return { ...result, stateBytes: stateBytes(project.folder) };
    };
    return { up: await run("up"), preview: await run("preview"), refresh: await run("refresh") };
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

/** A program that creates the objects of objects.json. */
export const programOf = (name: string) => `
const sdk = require(${JSON.stringify(name)});
for (const [kind, all] of Object.entries(require("./objects.json")))
  for (const [name, args] of Object.entries(all)) new sdk[kind](name, args);
`;
