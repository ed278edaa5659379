import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsProject } from "../tests/support/jsProject";
import { objects } from "./objects";
import { type Sample, sample, usageEnvironment } from "./sample";
import type { BenchTenant } from "./tenant";

/** Who makes the objects: this package, or a provider that does nothing. */
export type Subject = "ours" | "floor";

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
  };
  const project = await jsProject(environment, programOf(packages[subject]));
  try {
    cpSync(join(__dirname, "floor"), join(project.folder, "floor"), { recursive: true });
    writeFileSync(join(project.folder, "objects.json"), JSON.stringify(objects(count)));
    await tenant.empty();
    const run = async (command: Command) => {
      await wait();
      return sample(tenant, environment, () => project.pulumi(...words[command]));
    };
    return { up: await run("up"), preview: await run("preview"), refresh: await run("refresh") };
  } finally {
    project.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Makes what objects.json beside it says. */
export const programOf = (name: string) => `
const sdk = require(${JSON.stringify(name)});
for (const [kind, all] of Object.entries(require("./objects.json")))
  for (const [name, args] of Object.entries(all)) new sdk[kind](name, args);
`;
