import { writeFile } from "node:fs/promises";
import { namingOption, prepareFile, writeToStream } from "../shared/files";
import type { ImportOptions } from "./options";

type JsonOption = ImportOptions["json"];

/** Throws before the work where the report could not be written after it. */
export async function prepareReport(json: JsonOption): Promise<void> {
  const file = reportFile(json);
  if (file !== undefined) await namingOption("json", file, prepareFile(file));
}

/**
 * Prints the text for the user, and writes the report where it is asked for. A report on standard output
 * is alone there: then the text goes to standard error.
 */
export async function printReport(json: JsonOption, text: string, report: object): Promise<void> {
  const file = reportFile(json);
  const isAlone = json !== undefined && file === undefined;
  await writeToStream(isAlone ? process.stderr : process.stdout, text);
  if (json === undefined) return;
  const jsonText = `${JSON.stringify(report, null, 2)}\n`;
  await (file === undefined ? writeToStream(process.stdout, jsonText) : writeFile(file, jsonText));
}

/** The file that `--json` names; undefined for standard output. */
const reportFile = (json: JsonOption) => (json === true || json === "-" ? undefined : json);
