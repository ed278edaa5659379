import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsProject } from "../tests/support/engine/jsProject";
import { objects } from "./objects";
import { type Sample, sample, usageEnvironment } from "./sample";
import type { BenchTenant } from "./tenant";

/**
 * Who makes the objects: this package, a provider that does nothing, or this package with its state
 * compressed.
 */
export type Subject = "ours" | "floor" | "compressed";

export const commands = ["up", "preview", "refresh"] as const;
export type Command = (typeof commands)[number];

const words: Record<Command, string[]> = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
};

const packages: Record<Subject, string> = {
  ours: "pulumi-auth0-native",
  floor: "./floor/index.cjs",
  compressed: "pulumi-auth0-native",
};

/** A new stack's `up`, then, with nothing changed, its `preview` and its `refresh`. */
export async function life(
  subject: Subject,
  count: number,
  tenant: BenchTenant,
  wait: () => Promise<void> = async () => undefined,
): Promise<Record<Command, Sample>> {
  const scratch = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  const environment = {
    ...tenant.environment,
    ...usageEnvironment(scratch, "@pulumi/pulumi/cmd/dynamic-provider"),
    PULUMI_DIY_BACKEND_ZSTD: String(subject === "compressed"),
  };
  const project = await jsProject(environment, programOf(packages[subject]));
  try {
    cpSync(join(__dirname, "floor"), join(project.folder, "floor"), { recursive: true });
    writeFileSync(join(project.folder, "objects.json"), JSON.stringify(objects(count)));
    await tenant.empty();
    const run = async (command: Command) => {
      await wait();
      const one = await sample(tenant, environment, () => project.pulumi(...words[command]));
      return { ...one, stateBytes: stateBytes(project.folder) };
    };
    return { up: await run("up"), preview: await run("preview"), refresh: await run("refresh") };
  } finally {
    project.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function stateBytes(folder: string): number {
  const stacks = join(folder, "state", ".pulumi", "stacks", "test");
  // Beside it are its backup and what belongs to it.
  const file = readdirSync(stacks).find((name) => /^test\.json(\.zst)?$/.test(name));
  return file === undefined ? Number.NaN : statSync(join(stacks, file)).size;
}

/** Makes what objects.json beside it says. */
export const programOf = (name: string) => `
const sdk = require(${JSON.stringify(name)});
for (const [kind, all] of Object.entries(require("./objects.json")))
  for (const [name, args] of Object.entries(all)) new sdk[kind](name, args);
`;
