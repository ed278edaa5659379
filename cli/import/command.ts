import { posix, relative, resolve, sep } from "node:path";
import { withTemporaryFolder } from "../shared/files";
import { prepareFiles, type ReportFiles, writeReport } from "../shared/reportFiles";
import { type StopSignals, unlessAborted } from "../shared/stop";
import { unmanagedObjects } from "../shared/tenantObjects";
import { importIntoState, previewProgram, type RunContext } from "./importIntoState";
import { continueNote } from "./nextSteps";
import { type ImportTarget, pluginVariables } from "./openTarget";
import { assertOptions, type ImportOptions } from "./options";
import { type ImportPlan, lacksSomething } from "./plan";
import { planImport } from "./planImport";
import { readSources, type Sources } from "./readSources";
import { readme } from "./render/readme";
import { importReport, listReport, table } from "./render/report";
import { setFoundSecrets } from "./secrets";
import { select } from "./select";
import { type WriteOptions, type WrittenImport, writeImport } from "./writeImport";

const exitCodes = { done: 0, missing: 2, somethingLeft: 3 };

/** Imports the objects of a tenant, or lists them; returns the exit code. */
export async function runImportCommand(options: ImportOptions, stop: StopSignals): Promise<number> {
  assertOptions(options);
  await prepareFiles(reportFiles(options));
  const { requested, engineTimeout } = stop;
  return unlessAborted(engineTimeout, inFolder(options, requested)).catch((error: unknown) => {
    throw requested.aborted ? requested.reason : error;
  });
}

/** A resource that the program declares already needs no file once the state has it. */
const inFolder = (options: ImportOptions, signal: AbortSignal): Promise<number> =>
  options.as !== undefined && options.run
    ? withTemporaryFolder((out) => listOrImport({ ...options, out }, signal))
    : listOrImport(options, signal);

async function listOrImport(options: ImportOptions, signal: AbortSignal): Promise<number> {
  const sources = await readSources(options, signal);
  if (options.list) return list(options, sources);
  const plan = planImport(options, sources);
  const executed = await executePlan(options, plan, sources, signal);
  const { files, readme, isIncomplete, failure } = executed;
  if (files.length > 0) console.error(`wrote ${files.join(", ")}\n`);
  await printReport(options, readme, importReport(plan, files));
  // The state has the objects, whether the program runs or not.
  if (failure !== undefined) throw failure;
  if (lacksSomething(plan)) return exitCodes.missing;
  const somethingLeft = isIncomplete || plan.skipped.length > 0;
  return somethingLeft ? exitCodes.somethingLeft : exitCodes.done;
}

async function list(
  options: ImportOptions,
  { tenant, target: { inStacks }, objects: inTenant }: Sources,
): Promise<number> {
  const objects = unmanagedObjects(select(inTenant, inStacks, options), inStacks);
  await printReport(options, table(tenant, objects, new Date()), listReport(tenant, objects));
  return objects.length > 0 ? exitCodes.missing : exitCodes.done;
}

const printReport = (options: ImportOptions, text: string, report: object): Promise<void> =>
  writeReport(report, { terminal: () => text }, reportFiles(options));

/** Without a file, `--json` means standard output. */
const reportFiles = ({ json }: ImportOptions): ReportFiles =>
  json === undefined ? {} : { json: json === true ? "-" : json };

/** What an import has done. `isIncomplete` of one that did not run is among its next steps. */
interface ExecutedPlan extends WrittenImport {
  failure?: unknown;
}

/** Writes the files of a plan and, with `--run`, imports the objects into the state. */
async function executePlan(
  options: ImportOptions,
  plan: ImportPlan,
  sources: Sources,
  signal: AbortSignal,
): Promise<ExecutedPlan> {
  if (plan.objects.length === 0) {
    return { files: [], readme: readme(plan, []), isIncomplete: false };
  }
  const { cwd, out, force = false, as: name } = options;
  const { target, language, session } = sources;
  const writeOptions: WriteOptions = {
    cwd,
    out: relative(resolve(cwd), resolve(cwd, out)).split(sep).join(posix.sep),
    project: target.project,
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
    : { ...written, isIncomplete: false };
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
    signal,
  };
  const withoutCode = await importIntoState(plan, context);
  const afterRun = { ...writeOptions, force: true, imported: true, withoutCode };
  const written = await writeImport(plan, afterRun);
  const preview = written.isIncomplete ? undefined : previewProgram(plan, context);
  const [previewed] = await Promise.allSettled([preview]);
  return {
    ...written,
    ...(previewed.status === "rejected" && { failure: previewed.reason }),
  };
}
