import { type StopSignals, unlessAborted } from "../shared/stop";
import { unmanagedObjects } from "../shared/tenantObjects";
import { prepareFiles, type ReportFiles, writeReport } from "../shared/writeReport";
import { importDeclared } from "./declared/command";
import { importIntoState, previewProgram } from "./importIntoState";
import { missingSecrets } from "./nextSteps";
import { assertOptions, type ImportOptions, isDeclared } from "./options";
import { warnOfOtherProjects } from "./otherProjects";
import { isComplete, type Phase, placementOf } from "./placement";
import { lacksSomething } from "./plan";
import { planImport } from "./planImport";
import { readSources, type Sources } from "./readSources";
import { importReport, listReport, table } from "./render/report";
import { select } from "./select";
import { setOldSecrets } from "./stackSecrets";
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
  await printReport(options, table(tenant, objects, new Date()), listReport(tenant, objects));
  return objects.length > 0 ? exitCodes.missing : exitCodes.done;
}

const printReport = (options: ImportOptions, text: string, report: object): Promise<void> =>
  writeReport(report, { terminal: () => text }, reportFiles(options));

/** Without a file, `--json` means standard output. */
const reportFiles = ({ json }: ImportOptions): ReportFiles =>
  json === undefined ? {} : { json: json === true ? "-" : json };

const planned: Phase = { state: "planned" };

async function importObjects(
  options: ImportOptions,
  sources: Sources,
  signal: AbortSignal,
): Promise<number> {
  const plan = planImport(options, sources);
  const placement = await placementOf(options, sources);
  const run = { plan, placement, signal };
  // The files come before the run, because a user needs them to complete a run that ended early.
  const toImport = await writeImport(plan, placement, planned, options.force);
  await setOldSecrets(plan, placement.stack);
  const runs = options.run && plan.objects.length > 0;
  const phase = runs ? await importIntoState(run) : planned;
  // The user may have written a program meanwhile.
  const after = runs ? await placementOf(options, sources) : placement;
  const { files, readme } = runs ? await writeImport(plan, after, phase, true) : toImport;
  const isDone = isComplete(after, phase);
  const [preview] = await Promise.allSettled(isDone ? [previewProgram(run)] : []);
  if (files.length > 0) console.error(`wrote ${files.join(", ")}\n`);
  await printReport(options, readme + missingSecrets(plan, after), importReport(plan, files));
  // The state has the objects, whether the program runs or not.
  if (preview?.status === "rejected") throw preview.reason;
  if (lacksSomething(plan)) return exitCodes.missing;
  const somethingLeft = (runs && !isDone) || plan.skipped.length > 0;
  return somethingLeft ? exitCodes.somethingLeft : exitCodes.done;
}
