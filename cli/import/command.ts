import { writeFile } from "node:fs/promises";
import { namingOption, prepareFile, withTemporaryFolder, writeToStream } from "../shared/files";
import { type StopSignals, unlessAborted } from "../shared/stop";
import { unmanagedObjects } from "../shared/unmanagedObjects";
import { executePlan } from "./executePlan";
import { assertOptions, type ImportOptions } from "./options";
import { planImport } from "./planImport";
import { readSources, type Sources } from "./readSources";
import { importReport, listReport } from "./render/report";
import { table } from "./render/table";
import { select } from "./select";

const exitCodes = { done: 0, somethingLeft: 2 };

/** Imports the objects of a tenant, or lists them; returns the exit code. */
export async function runImportCommand(options: ImportOptions, stop: StopSignals): Promise<number> {
  assertOptions(options);
  await prepareReport(options.json);
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
  await printReport(options.json, readme, importReport(plan, files));
  // The state has the objects, whether the program runs or not.
  if (failure !== undefined) throw failure;
  return somethingLeft ? exitCodes.somethingLeft : exitCodes.done;
}

async function list(
  options: ImportOptions,
  { tenant, target: { inStacks }, objects: inTenant }: Sources,
): Promise<number> {
  const objects = unmanagedObjects(select(inTenant, inStacks, options), inStacks);
  await printReport(options.json, table(tenant, objects, new Date()), listReport(tenant, objects));
  return objects.length > 0 ? exitCodes.somethingLeft : exitCodes.done;
}

type JsonOption = ImportOptions["json"];

/** Throws before the work where the report could not be written after it. */
async function prepareReport(json: JsonOption): Promise<void> {
  const file = reportFile(json);
  if (file !== undefined) await namingOption("json", file, prepareFile(file));
}

/**
 * Prints the text for the user, and writes the report where it is asked for. A report on standard output
 * is alone there: then the text goes to standard error.
 */
async function printReport(json: JsonOption, text: string, report: object): Promise<void> {
  const file = reportFile(json);
  const isAlone = json !== undefined && file === undefined;
  await writeToStream(isAlone ? process.stderr : process.stdout, text);
  if (json === undefined) return;
  const jsonText = `${JSON.stringify(report, null, 2)}\n`;
  await (file === undefined ? writeToStream(process.stdout, jsonText) : writeFile(file, jsonText));
}

/** The file that `--json` names; undefined for standard output. */
const reportFile = (json: JsonOption) => (json === true || json === "-" ? undefined : json);
