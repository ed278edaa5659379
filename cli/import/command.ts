import { withTemporaryFolder } from "../shared/files";
import { prepareFiles, type ReportFiles, writeReport } from "../shared/reportFiles";
import { type StopSignals, unlessAborted } from "../shared/stop";
import { unmanagedObjects } from "../shared/tenantObjects";
import { executePlan } from "./executePlan";
import { assertOptions, type ImportOptions } from "./options";
import { planImport } from "./planImport";
import { readSources, type Sources } from "./readSources";
import { importReport, listReport, table } from "./render/report";
import { select } from "./select";

const exitCodes = { done: 0, somethingLeft: 2 };

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
  const { files, readme, somethingLeft, failure } = executed;
  if (files.length > 0) console.error(`wrote ${files.join(", ")}\n`);
  await printReport(options, readme, importReport(plan, files));
  // The state has the objects, whether the program runs or not.
  if (failure !== undefined) throw failure;
  return somethingLeft ? exitCodes.somethingLeft : exitCodes.done;
}

async function list(
  options: ImportOptions,
  { tenant, target: { inStacks }, objects: inTenant }: Sources,
): Promise<number> {
  const objects = unmanagedObjects(select(inTenant, inStacks, options), inStacks);
  await printReport(options, table(tenant, objects, new Date()), listReport(tenant, objects));
  return objects.length > 0 ? exitCodes.somethingLeft : exitCodes.done;
}

const printReport = (options: ImportOptions, text: string, report: object): Promise<void> =>
  writeReport(report, { terminal: () => text }, reportFiles(options));

/** Without a file, `--json` means standard output. */
const reportFiles = ({ json }: ImportOptions): ReportFiles =>
  json === undefined ? {} : { json: json === true ? "-" : json };
