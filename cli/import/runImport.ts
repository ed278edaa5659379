import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type Props } from "../../provider/shared/json";
import { withTemporaryFolder } from "../shared/files";
import { readStackSettings } from "../shared/project";
import { openStack } from "../shared/pulumi";
import { type ImportResult, importByPlugin } from "./importByPlugin";
import { importFileName, importOptions } from "./languages";
import { type ImportPlan, qualifiedKey, unknownSecrets } from "./plan";
import { deletedObjects, objectsInState, type RunContext, runForStack } from "./runContext";

/** Imports what a file names into the state, protected, and deletes the file, which may hold secrets. */
export async function importIntoState(
  plan: ImportPlan,
  context: RunContext,
): Promise<ImportResult> {
  const { target, language, out } = context;
  const importPlan = language.servedByPlugin ? importByPlugin : importProperties;
  const result = await importPlan(plan, context);
  await rm(join(target.stack.folder, out, importFileName));
  return result;
}

/** The engine stores what the file says and reads no object, so one may be gone by now. */
async function importProperties(
  { objects }: ImportPlan,
  context: RunContext,
): Promise<ImportResult> {
  const { language, out } = context;
  await runForStack(["import", ...importOptions(language, out)], context);
  const deleted = await deletedObjects(objects, context);
  const ids = new Set(deleted.map(({ id }) => id));
  const gone = ids.size === 0 ? [] : await objectsInState(context);
  for (const { urn } of gone.filter(({ id }) => ids.has(id))) {
    await runForStack(["state", "delete", urn, "--force", "--yes"], context);
  }
  return { deleted, withoutCode: [] };
}

/** Shows the preview of the program, with made-up values for secrets that nobody has set yet. */
export async function previewProgram(
  plan: ImportPlan,
  { target, language, onOutput, signal }: RunContext,
): Promise<void> {
  // A person copies the resources into the program.
  if (language.servedByPlugin) return;
  const stack = await openStack(target.pulumi, target.stack);
  const options = { diff: true, onOutput, color: "never", signal } as const;
  const keys = unknownSecrets(plan).map((secret) => qualifiedKey(plan.project, secret));
  const settings = await readStackSettings(target.project, target.stack.name);
  await withMadeUpSecrets(settings, keys, (configFile) =>
    stack.preview({ ...options, ...(configFile && { configFile }) }),
  );
}

/** It only has to differ from every secret and from the placeholder. */
const madeUp = "made up for a preview";

/**
 * Runs a preview with a copy of the stack's settings, in which secrets have values that are not set yet:
 * a program fails without them. Nothing changes in the stack's own settings.
 */
export async function withMadeUpSecrets<T>(
  settings: Props,
  keys: string[],
  preview: (configFile: string | undefined) => Promise<T>,
): Promise<T> {
  if (keys.length === 0) return preview(undefined);
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, "settings.yaml");
    await writeFile(file, settingsText(settings, keys), { mode: 0o600 });
    return preview(file);
  });
}

/** JSON is YAML, too. */
function settingsText({ config, ...others }: Props, keys: string[]): string {
  const added = Object.fromEntries(keys.map((key) => [key, madeUp]));
  return JSON.stringify({ ...others, config: { ...(isObject(config) && config), ...added } });
}
