import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readState } from "../shared/pulumi";
import { stackObjects } from "../shared/stackObjects";
import { countOf } from "../shared/text";
import { importFileName, importOptions } from "./languages";
import type { ImportPlan, PlannedObject } from "./plan";
import { importFile } from "./render/importFile";
import { type RunContext, runForStack } from "./runContext";

/**
 * Lets Pulumi read the objects through the plugin, and write their code. Returns those for which Pulumi has
 * written none. Throws if the state lacks one: Pulumi imports the others.
 */
export async function importByPlugin(
  { objects }: Pick<ImportPlan, "objects">,
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
  { target: { pulumi, stack }, out }: RunContext,
): Promise<void> {
  const inState = stackObjects(stack.name, await readState(pulumi, stack))
    .filter(({ isRead, isOfficial }) => !isRead && !isOfficial)
    .map(({ id }) => id);
  const missing = objects.filter(({ id }) => !inState.includes(id));
  if (missing.length > 0) throw new Error(notImported(missing, out));
}

/** Of a list in a message; the rest is counted. */
const shownObjects = 10;

function notImported(objects: PlannedObject[], out: string): string {
  const shown = objects
    .slice(0, shownObjects)
    .map(({ kind, name, id }) => `${kind} ${name} (${id})`);
  const others = objects.length - shown.length;
  const list = [...shown, ...(others > 0 ? [countOf(others, "other")] : [])].join(", ");
  return `Pulumi did not import ${countOf(objects.length, "object")}, for the reasons above: ${list}. Remove the cause or, if an object was deleted in the tenant, its entry in ${out}/${importFileName}. Then run the import command in ${out}/README.md, which imports what is missing. Until then, do not run \`pulumi up\` with a program that declares these objects: it would create them again`;
}
