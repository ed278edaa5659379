import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { packageName } from "../../provider/shared/command";
import packageSchema from "../../schema.json";
import { namingOption, prepareFile, writeToStream } from "./files";
import { logBlock, logJson } from "./log";

/** The writer of a report: `pulumi-auth0-native` and the version of the package. */
export const generator = `${packageName} ${packageSchema.version}`;

const formats = ["html", "markdown", "json"] as const;

type Format = (typeof formats)[number];

/** A file for each format, or `-` for standard output. */
export type ReportFiles = { [format in Format]?: string };

/** The forms of a report for people. Programs get it as JSON. */
type Renderers = { terminal: () => string } & { [format in "html" | "markdown"]?: () => string };

const formatsOnStandardOutput = (files: ReportFiles): Format[] =>
  formats.filter((format) => files[format] === "-");

/** Throws if several reports would be mixed on standard output or in a file. */
export function validateFiles(files: ReportFiles): void {
  if (formatsOnStandardOutput(files).length > 1) {
    throw new Error("Only one report can go to standard output. Write the others to files.");
  }
  const paths = formats.flatMap((format) => (files[format] ? [resolve(files[format])] : []));
  if (new Set(paths).size < paths.length) {
    throw new Error("Two reports have the same file. Pass a different file for each.");
  }
}

/** Creates the folders. Throws before the check if a report couldn't be written after it. */
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
export async function writeReport(
  report: object,
  renderers: Renderers,
  files: ReportFiles,
): Promise<void> {
  // If standard output has one of the files, it must have nothing else.
  const forTerminal = formatsOnStandardOutput(files).length > 0 ? process.stderr : process.stdout;
  const forms = { ...renderers, json: () => logJson(`${JSON.stringify(report, null, 2)}\n`) };
  const results = await Promise.allSettled([
    writeToStream(forTerminal, logBlock(renderers.terminal())),
    ...formats.map(async (format) => {
      const [render, file] = [forms[format], files[format]];
      if (render && file !== undefined) await writeFormat(format, file, render());
    }),
  ]);

  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
}

async function writeFormat(format: Format, file: string, text: string): Promise<void> {
  if (file === "-") return writeToStream(process.stdout, text);
  const write = async () => {
    // A check that was stopped early may not have prepared its files.
    await prepareFile(file);
    await writeFile(file, text);
  };
  await namingOption(format, file, write());
}
