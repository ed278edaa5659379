import { logBlock } from "../shared/log";
import { type StopSignals, unlessAborted } from "../shared/stop";
import { unmanagedObjects } from "../shared/tenantObjects";
import { prepareFiles, type ReportFiles, writeReport } from "../shared/writeReport";
import { importDeclared } from "./declared/command";
import { type ImportRun, importIntoState, setOldSecrets } from "./importIntoState";
import { type ImportPlan, lacksSomething } from "./importPlan";
import { makePlan } from "./makePlan";
import { nextSteps } from "./nextSteps";
import { assertOptions, type ImportOptions, isDeclared } from "./options";
import { warnOfOtherProjects } from "./otherProjects";
import { entryToComplete, type Phase, type Placement, placementOf } from "./placement";
import { readSources, type Sources } from "./readSources";
import { instructions } from "./render/instructions";
import { importReport, listReport, table } from "./render/report";
import { select } from "./select";
import { writeImport } from "./writeImport";

const exitCodes = { done: 0, missing: 2, somethingLeft: 3 };

/** Imports the objects of a tenant, or lists them. Returns the exit code. */
export async function runImportCommand(options: ImportOptions, stop: StopSignals): Promise<number> {
  assertOptions(options);
  await prepareFiles(reportFiles(options));
  const { requested, engineTimeout } = stop;
  const ending = isDeclared(options)
    ? importDeclared(options, stop)
    : listOrImport(options, requested);
  return unlessAborted(engineTimeout, ending).catch((error: unknown) => {
    throw requested.aborted ? requested.reason : error;
  });
}

async function listOrImport(options: ImportOptions, signal: AbortSignal): Promise<number> {
  const sources = await readSources(options, signal);
  return options.list ? list(options, sources) : importObjects(options, sources, signal);
}

async function list(
  options: ImportOptions,
  { tenant, target: { inStacks, inOtherProjects }, objects: inTenant }: Sources,
): Promise<number> {
  const selected = select(inTenant, inStacks, options);
  warnOfOtherProjects(selected, inOtherProjects);
  const objects = unmanagedObjects(selected, inStacks);
  await printReport(options, table(tenant, objects), listReport(tenant, objects));
  return objects.length > 0 ? exitCodes.missing : exitCodes.done;
}

const printReport = (options: ImportOptions, text: string, report: object): Promise<void> =>
  writeReport(report, { terminal: () => text }, reportFiles(options));

/** Without a file, `--json` means standard output. */
const reportFiles = ({ json }: ImportOptions): ReportFiles =>
  json === undefined ? {} : { json: json === true ? "-" : json };

async function importObjects(
  options: ImportOptions,
  sources: Sources,
  signal: AbortSignal,
): Promise<number> {
  const plan = makePlan(options, sources);
  const placement = await placementOf(options, sources);
  // The files come before the run, because a user needs them to complete a run that ended early.
  const files = await writeImport(plan, placement, "planned", options.force);
  await setOldSecrets(plan, placement.stack);
  const run = { plan, placement, signal };
  if (options.run && plan.objects.length > 0) return runImport(options, sources, run);
  await printImport(options, plan, placement, "planned", files);
  return exitCodeOf(plan);
}

function exitCodeOf(plan: ImportPlan, isDone = true): number {
  if (lacksSomething(plan)) return exitCodes.missing;
  return !isDone || plan.skipped.length > 0 ? exitCodes.somethingLeft : exitCodes.done;
}

async function runImport(
  options: ImportOptions,
  sources: Sources,
  run: ImportRun,
): Promise<number> {
  const { plan } = run;
  await importIntoState(run).catch((error: unknown) => {
    console.error(logBlock(textOf(plan, run.placement, "planned")));
    throw run.signal.aborted ? error : new Error(notImported);
  });
  // The user may have written a program meanwhile.
  const after = await placementOf(options, sources);
  const files = await writeImport(plan, after, "imported", true);
  const isDone = entryToComplete(after, "imported") === undefined;
  await printImport(options, plan, after, "imported", files);
  return exitCodeOf(plan, isDone);
}

const notImported =
  "Pulumi didn't import all objects, for the reasons above. Fix the errors, then follow the printed steps.";

async function printImport(
  options: ImportOptions,
  plan: ImportPlan,
  placement: Placement,
  phase: Phase,
  files: string[],
): Promise<void> {
  if (files.length > 0) console.error(`wrote ${files.join(", ")}\n`);
  await printReport(options, textOf(plan, placement, phase), importReport(plan, files));
}

const textOf = (plan: ImportPlan, placement: Placement, phase: Phase): string =>
  instructions(plan, nextSteps(plan, placement, phase));
