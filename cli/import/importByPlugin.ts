import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { countOf } from "../shared/text";
import { importFileName, importOptions } from "./languages";
import type { ImportPlan, PlannedObject } from "./plan";
import { importFile } from "./render/importFile";
import { deletedObjects, objectsInState, type RunContext, runForStack } from "./runContext";

/** What an import leaves to a person. */
export interface ImportResult {
  /** Objects that were deleted in the tenant in the meantime. The state does not have them. */
  deleted: PlannedObject[];
  /** Objects that the state has, and for which Pulumi has written no code. */
  withoutCode: PlannedObject[];
}

/**
 * Lets Pulumi read the objects through the plugin, and write their code. It imports all objects that can be
 * read, and a second import of the same ones changes nothing but the code.
 */
export async function importByPlugin(
  { objects }: Pick<ImportPlan, "objects">,
  context: RunContext,
): Promise<ImportResult> {
  if (objects.length === 0 || (await importObjects(objects, context))) {
    return { deleted: [], withoutCode: [] };
  }
  const deleted = await deletedOrThrow(objects, context);
  if (deleted.length === 0) {
    return { deleted, withoutCode: await withoutCodeOf(objects, context) };
  }
  const others = objects.filter((object) => !deleted.includes(object));
  const result = await importByPlugin({ objects: others }, context);
  return { ...result, deleted: [...deleted, ...result.deleted] };
}

/**
 * Objects that get no code. pulumi-yaml up to 1.10 writes an empty file if one of the objects has a secret,
 * so the code of the others is asked for alone.
 */
async function withoutCodeOf(
  objects: PlannedObject[],
  context: RunContext,
): Promise<PlannedObject[]> {
  const withSecrets = objects.filter(({ secrets }) => secrets.length > 0);
  const others = objects.filter(({ secrets }) => secrets.length === 0);
  if (withSecrets.length === 0 || others.length === 0) return objects;
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

/** The objects that the state lacks, all deleted in the tenant. Throws if it lacks others. */
async function deletedOrThrow(
  objects: PlannedObject[],
  context: RunContext,
): Promise<PlannedObject[]> {
  const inState = new Set((await objectsInState(context)).map(({ id }) => id));
  const missing = objects.filter(({ id }) => !inState.has(id));
  if (missing.length === 0) return [];
  const deleted = await deletedObjects(missing, context);
  const failed = missing.filter((object) => !deleted.includes(object));
  if (failed.length > 0) throw new Error(notImported(failed, context.out));
  return deleted;
}

/** Of a list in a message; the rest is counted. */
const shownObjects = 10;

function notImported(objects: PlannedObject[], out: string): string {
  const shown = objects
    .slice(0, shownObjects)
    .map(({ kind, name, id }) => `${kind} ${name} (${id})`);
  const others = objects.length - shown.length;
  const list = [...shown, ...(others > 0 ? [countOf(others, "other")] : [])].join(", ");
  return `Pulumi did not import ${countOf(objects.length, "object")}, for the reasons above: ${list}. Remove the cause, then run the import command in ${out}/README.md, which imports what is missing. Until then, do not run \`pulumi up\` with a program that declares these objects: it would create them again`;
}
