import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { shellWord } from "../../provider/shared/shellWord";
import { logLine } from "../shared/log";
import { runPulumi } from "../shared/runPulumi";
import { readStackObjects } from "../shared/stackObjects";
import { countOf, someNames } from "../shared/text";
import { importFileName, importOptions } from "./languages";
import { continueNote } from "./nextSteps";
import type { Phase, Placement } from "./placement";
import { type ImportPlan, type PlannedObject, unknownSecrets } from "./plan";
import { importFile } from "./render/importFile";

/** The input of a run of the engine. After the signal, the engine first ends its running steps. */
export interface ImportRun {
  plan: ImportPlan;
  placement: Placement;
  signal: AbortSignal;
}

/** Imports the objects of the import file into the state, protected, and deletes the file, which may have secrets. */
export async function importIntoState(run: ImportRun): Promise<Phase> {
  let withoutCode: PlannedObject[] = [];
  if (run.placement.language.servedByPlugin) withoutCode = await importByPlugin(run);
  else await pulumiImport(run);
  await rm(pathOf(run, importFileName));
  return { state: "imported", withoutCode };
}

/** Shows the preview of the generated program, if the configuration has all secrets that it reads. */
export async function previewProgram({ plan, placement, signal }: ImportRun): Promise<void> {
  // The user copies the resources into the program.
  if (placement.language.servedByPlugin || unknownSecrets(plan).length > 0) return;
  const { name, folder } = placement.stack;
  const args = ["preview", "--diff", "--color", "never", "--stack", name];
  await runPulumi(args, folder, { onLine, signal });
}

/**
 * Lets Pulumi read the objects through the plugin, and write their code. Returns those for which Pulumi has
 * written none. Throws if the state lacks one, because Pulumi imports the others.
 */
async function importByPlugin(run: ImportRun): Promise<PlannedObject[]> {
  const { objects } = run.plan;
  if (await writesCode(run)) return [];
  await assertInState(run);
  // pulumi-yaml up to 1.10 writes an empty file if one of the objects has a secret.
  const withSecrets = objects.filter(({ secrets }) => secrets.length > 0);
  const others = objects.filter(({ secrets }) => secrets.length === 0);
  if (withSecrets.length === 0 || others.length === 0) return objects;
  // A second import of the same objects changes nothing but the code.
  await writeFile(pathOf(run, importFileName), importFile(others, run.placement.language));
  return (await writesCode(run)) ? withSecrets : objects;
}

/** Whether Pulumi imports all objects of the file, and writes their code. */
async function writesCode(run: ImportRun): Promise<boolean> {
  try {
    await pulumiImport(run);
    const code = await readFile(pathOf(run, run.placement.language.programFile), "utf8");
    return code.trim() !== "";
  } catch {
    // Pulumi's output, which the user sees, has the reason.
    run.signal.throwIfAborted();
    return false;
  }
}

const pathOf = ({ placement: { stack, out } }: ImportRun, file: string) =>
  join(stack.folder, out, file);

async function assertInState({ plan, placement: { stack, out } }: ImportRun): Promise<void> {
  const inState = (await readStackObjects(stack))
    .filter(({ isRead, isOfficial }) => !isRead && !isOfficial)
    .map(({ id }) => id);
  const missing = plan.objects.filter(({ id }) => !inState.includes(id));
  if (missing.length === 0) return;
  const list = someNames(missing.map(({ kind, name, id }) => `${kind} ${name} (${id})`));
  throw new Error(
    `Pulumi didn't import ${countOf(missing.length, "object")}, for the reasons above: ${list}. Remove the cause. If an object was deleted in the tenant, remove its entry from ${out}/${importFileName}. Then run the import command in ${out}/README.md to import what is missing. Until then, don't run \`pulumi up\` with a program that declares these objects, because it would recreate them`,
  );
}

const onLine = (line: string) => console.error(logLine(line));

/** Runs `pulumi import`, which locks the stack. */
async function pulumiImport({ placement, signal }: ImportRun): Promise<void> {
  const { stack, language, out, variables } = placement;
  const { name, folder } = stack;
  // The message comes right away, because a second signal ends this process.
  const onStop = () => {
    console.error(
      `${signal.reason.message}: waiting for Pulumi to end. If the stack stays locked, unlock it with \`pulumi cancel --stack ${shellWord(name)}\``,
    );
    console.error(continueNote(placement));
  };
  signal.addEventListener("abort", onStop, { once: true });
  try {
    await runPulumi(["import", ...importOptions(language, out), "--stack", name], folder, {
      env: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      onLine,
      signal,
    });
  } finally {
    signal.removeEventListener("abort", onStop);
  }
}
