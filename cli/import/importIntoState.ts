import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { shellWord } from "../../provider/shared/shellWord";
import { runPulumi } from "../shared/runPulumi";
import { readStackObjects } from "../shared/stackObjects";
import { countOf, someNames } from "../shared/text";
import { importFileName, importOptions } from "./languages";
import type { Placement } from "./nextSteps";
import type { ImportTarget } from "./openTarget";
import { type ImportPlan, type PlannedObject, unknownSecrets } from "./plan";
import { importFile } from "./render/importFile";

/** What the engine needs for an import, where its output goes, and how a user stops it. */
export interface RunContext extends Pick<Placement, "language" | "out" | "variables"> {
  target: ImportTarget;
  /** Printed after a stop, unless the whole command is to be run again. */
  continueNote: string | undefined;
  signal: AbortSignal;
}

/**
 * Imports what a file names into the state, protected, and deletes the file, which may hold secrets. Returns
 * the objects for which Pulumi should have written code, and has not.
 */
export async function importIntoState(
  plan: ImportPlan,
  context: RunContext,
): Promise<PlannedObject[]> {
  const { target, language, out } = context;
  let withoutCode: PlannedObject[] = [];
  if (language.servedByPlugin) withoutCode = await importByPlugin(plan.objects, context);
  else await runForStack(["import", ...importOptions(language, out)], context);
  await rm(join(target.stack.folder, out, importFileName));
  return withoutCode;
}

/** Shows the preview of the generated program, if the configuration has all secrets that it reads. */
export async function previewProgram(
  plan: ImportPlan,
  { target, language, signal }: RunContext,
): Promise<void> {
  // The user copies the resources into the program.
  if (language.servedByPlugin || unknownSecrets(plan).length > 0) return;
  const { name, folder } = target.stack;
  const args = ["preview", "--diff", "--color", "never", "--stack", name];
  await runPulumi(args, folder, { onOutput, signal });
}

/**
 * Lets Pulumi read the objects through the plugin, and write their code. Returns those for which Pulumi has
 * written none. Throws if the state lacks one: Pulumi imports the others.
 */
async function importByPlugin(
  objects: PlannedObject[],
  context: RunContext,
): Promise<PlannedObject[]> {
  if (await importObjects(objects, context)) return [];
  await assertInState(objects, context);
  // pulumi-yaml up to 1.10 writes an empty file if one of the objects has a secret.
  const withSecrets = objects.filter(({ secrets }) => secrets.length > 0);
  const others = objects.filter(({ secrets }) => secrets.length === 0);
  if (withSecrets.length === 0 || others.length === 0) return objects;
  // A second import of the same objects changes nothing but the code.
  return (await importObjects(others, context)) ? withSecrets : objects;
}

/** Whether the state has all of the objects, and the program their code. */
async function importObjects(objects: PlannedObject[], context: RunContext): Promise<boolean> {
  const { language, out, signal, target } = context;
  const folder = join(target.stack.folder, out);
  await writeFile(join(folder, importFileName), importFile({ objects }, language));
  try {
    await runForStack(["import", ...importOptions(language, out)], context);
    return (await readFile(join(folder, language.programFile), "utf8")).trim() !== "";
  } catch {
    // Pulumi's output, which the user sees, has the reason.
    signal.throwIfAborted();
    return false;
  }
}

async function assertInState(
  objects: PlannedObject[],
  { target: { stack }, out }: RunContext,
): Promise<void> {
  const inState = (await readStackObjects(stack))
    .filter(({ isRead, isOfficial }) => !isRead && !isOfficial)
    .map(({ id }) => id);
  const missing = objects.filter(({ id }) => !inState.includes(id));
  if (missing.length > 0) throw new Error(notImported(missing, out));
}

function notImported(objects: PlannedObject[], out: string): string {
  const list = someNames(objects.map(({ kind, name, id }) => `${kind} ${name} (${id})`));
  return `Pulumi did not import ${countOf(objects.length, "object")}, for the reasons above: ${list}. Remove the cause or, if an object was deleted in the tenant, its entry in ${out}/${importFileName}. Then run the import command in ${out}/README.md, which imports what is missing. Until then, do not run \`pulumi up\` with a program that declares these objects: it would create them again`;
}

const onOutput = (part: Buffer) => process.stderr.write(part);

/** Runs a command of the Pulumi CLI that locks the stack. */
export async function runForStack(
  args: string[],
  { target, variables, continueNote, signal }: RunContext,
): Promise<void> {
  const { name, folder } = target.stack;
  // At once, since a second signal ends this process.
  const onStop = () => {
    console.error(
      `${signal.reason.message}: waiting for Pulumi to end; if the stack stays locked, \`pulumi cancel --stack ${shellWord(name)}\` unlocks it`,
    );
    if (continueNote !== undefined) console.error(continueNote);
  };
  signal.addEventListener("abort", onStop, { once: true });
  try {
    await runPulumi([...args, "--stack", name], folder, {
      env: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      onOutput,
      signal,
    });
  } finally {
    signal.removeEventListener("abort", onStop);
  }
}
