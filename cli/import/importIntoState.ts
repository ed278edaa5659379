import { rm } from "node:fs/promises";
import { join } from "node:path";
import { runPulumi } from "../shared/runPulumi";
import { importByPlugin } from "./importByPlugin";
import { importFileName, importOptions } from "./languages";
import { type ImportPlan, type PlannedObject, unknownSecrets } from "./plan";
import { type RunContext, runForStack } from "./runContext";

/**
 * Imports what a file names into the state, protected, and deletes the file, which may hold secrets. Returns
 * the objects for which Pulumi should have written code, and has not.
 */
export async function importIntoState(
  plan: ImportPlan,
  context: RunContext,
): Promise<PlannedObject[]> {
  const { target, language, out } = context;
  const withoutCode = language.servedByPlugin ? await importByPlugin(plan, context) : [];
  if (!language.servedByPlugin) {
    await runForStack(["import", ...importOptions(language, out)], context);
  }
  await rm(join(target.stack.folder, out, importFileName));
  return withoutCode;
}

/** Shows the preview of the generated program, if the configuration has all secrets that it reads. */
export async function previewProgram(
  plan: ImportPlan,
  { target, language, onOutput, signal }: RunContext,
): Promise<void> {
  // The user copies the resources into the program.
  if (language.servedByPlugin || unknownSecrets(plan).length > 0) return;
  const { name, folder } = target.stack;
  const args = ["preview", "--diff", "--color", "never", "--stack", name];
  await runPulumi(target.pulumi, args, folder, {
    onOutput: (part) => onOutput(part.toString("utf8")),
    signal,
  });
}
