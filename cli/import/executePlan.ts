import { posix, relative, resolve, sep } from "node:path";
import { importIntoState, previewProgram, type RunContext } from "./importIntoState";
import { continueNote } from "./nextSteps";
import { type ImportTarget, pluginVariables } from "./openTarget";
import type { ImportOptions } from "./options";
import { type ImportPlan, leavesSomething } from "./plan";
import type { Sources } from "./readSources";
import { readme } from "./render/readme";
import { setFoundSecrets } from "./secrets";
import { type WriteOptions, type WrittenImport, writeImport } from "./writeImport";

/** What an import has done, and what it leaves to the user. */
interface ExecutedPlan extends Pick<WrittenImport, "files" | "readme"> {
  somethingLeft: boolean;
  failure?: unknown;
}

/** Writes the files of a plan and, with `--run`, imports the objects into the state. */
export async function executePlan(
  options: ImportOptions,
  plan: ImportPlan,
  sources: Sources,
  signal: AbortSignal,
): Promise<ExecutedPlan> {
  const somethingLeft = leavesSomething(plan);
  if (plan.objects.length === 0) {
    return { files: [], readme: readme(plan, []), somethingLeft };
  }
  const { cwd, out, force = false, as: name } = options;
  const { target, language, session } = sources;
  const writeOptions: WriteOptions = {
    cwd,
    out: relative(resolve(cwd), resolve(cwd, out)).split(sep).join(posix.sep),
    main: target.project.main,
    language,
    variables: pluginVariables(target, language, session),
    force,
    declared: name !== undefined,
    imported: false,
    withoutCode: [],
  };
  const written = await writeImport(plan, writeOptions);
  await setFoundSecrets(plan, target);
  return options.run
    ? runAndRewrite(plan, writeOptions, target, signal)
    : { ...written, somethingLeft };
}

/**
 * Imports the written file into the state, writes the files again for what the state has then, and shows
 * the preview. When the signal is aborted, the engine first ends its running steps.
 */
async function runAndRewrite(
  plan: ImportPlan,
  writeOptions: WriteOptions,
  target: ImportTarget,
  signal: AbortSignal,
): Promise<ExecutedPlan> {
  const context: RunContext = {
    ...writeOptions,
    target,
    // The files of declared objects are temporary.
    continueNote: writeOptions.declared ? undefined : continueNote(plan, writeOptions),
    onOutput: (part) => process.stderr.write(part),
    signal,
  };
  const withoutCode = await importIntoState(plan, context);
  const afterRun = { ...writeOptions, force: true, imported: true, withoutCode };
  const written = await writeImport(plan, afterRun);
  const preview = written.isIncomplete ? undefined : previewProgram(plan, context);
  const [previewed] = await Promise.allSettled([preview]);
  return {
    ...written,
    somethingLeft: written.isIncomplete || leavesSomething(plan),
    ...(previewed.status === "rejected" && { failure: previewed.reason }),
  };
}
