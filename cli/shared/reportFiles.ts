import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import packageSchema from "../../schema.json";
import { namingOption, prepareFile, writeToStream } from "./files";

/** What wrote a report: `auth0-native` and the version of the package. */
export const generator = `${packageSchema.name} ${packageSchema.version}`;

const formats = ["html", "markdown", "json"] as const;

type Format = (typeof formats)[number];

/** A file for each format, or `-` for standard output. */
export type ReportFiles = { [format in Format]?: string };

/** The forms of a report for people; programs get it as JSON. */
interface Renderers<Report> {
  terminal: (report: Report) => string;
  html: (report: Report) => string;
  markdown: (report: Report) => string;
}

const formatsOnStandardOutput = (files: ReportFiles): Format[] =>
  formats.filter((format) => files[format] === "-");

/** Throws if several reports would be mixed on standard output or in a file. */
export function validateFiles(files: ReportFiles): void {
  if (formatsOnStandardOutput(files).length > 1) {
    throw new Error("standard output takes one of --html, --markdown and --json");
  }
  const paths = formats.flatMap((format) => (files[format] ? [resolve(files[format])] : []));
  if (new Set(paths).size < paths.length) {
    throw new Error("two of --html, --markdown and --json name the same file");
  }
}

/** Creates the folders; throws before the check where a report could not be written after it. */
export async function prepareFiles(files: ReportFiles): Promise<void> {
  for (const format of formats) {
    const file = files[format];
    if (file !== undefined && file !== "-") await namingOption(format, file, prepareFile(file));
  }
}

/**
 * Writes the terminal's report and all files at the same time, so that one that fails, or whose
 * reader stalls, does not delay the others.
 */
export async function writeReport<Report>(
  report: Report,
  renderers: Renderers<Report>,
  files: ReportFiles,
): Promise<void> {
  // A report on standard output must be alone there.
  const forTerminal = formatsOnStandardOutput(files).length > 0 ? process.stderr : process.stdout;
  const texts = { ...renderers, json: (all: Report) => `${JSON.stringify(all, null, 2)}\n` };
  const results = await Promise.allSettled([
    writeToStream(forTerminal, renderers.terminal(report)),
    ...formats.map((format) => writeFormat(format, files[format], () => texts[format](report))),
  ]);

  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
}

async function writeFormat(
  format: Format,
  file: string | undefined,
  render: () => string,
): Promise<void> {
  if (file === undefined) return;
  const text = render();
  if (file === "-") return writeToStream(process.stdout, text);
  const write = async () => {
    // Again: a check that was stopped early may not have prepared its files.
    await prepareFile(file);
    await writeFile(file, text);
  };
  await namingOption(format, file, write());
}
