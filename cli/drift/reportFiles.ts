import { access, constants, mkdir, readlink, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { page } from "./render/html/page";
import { markdown } from "./render/markdown/markdownReport";
import { terminal } from "./render/terminal";
import type { DriftReport } from "./report";

const renderings = {
  html: page,
  markdown,
  json: (report: DriftReport) => `${JSON.stringify(report, null, 2)}\n`,
};

const formats = Object.keys(renderings) as (keyof typeof renderings)[];

/** A file for each form, or `-` for standard output. */
export type ReportFiles = { [form in keyof typeof renderings]?: string };

export const formatsOnStandardOutput = (files: ReportFiles) =>
  formats.filter((form) => files[form] === "-");

/** Fails before anything is checked where the report could not be written; makes the folders. */
export async function prepareFiles(files: ReportFiles): Promise<void> {
  for (const form of formats) await withWriteErrors(form, files[form], prepareFile);
}

/**
 * The terminal's report and all files at the same time: one that fails, or whose reader stalls,
 * does not keep the others back.
 */
export async function writeReport(report: DriftReport, files: ReportFiles): Promise<void> {
  // Standard output is a file's, where one is there.
  const out = formatsOnStandardOutput(files).length > 0 ? process.stderr : process.stdout;
  const results = await Promise.allSettled([
    writeToStream(out, terminal(report)),
    ...formats.map((form) =>
      files[form] === "-"
        ? writeToStream(process.stdout, renderings[form](report))
        : withWriteErrors(form, files[form], async (file) => {
            // Once more: a check may have been stopped before.
            await prepareFile(file);
            await writeFile(file, renderings[form](report));
          }),
    ),
  ]);
  const failed = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (failed.length > 0) throw new Error(failed.map(({ message }) => message).join("\n"));
}

/** Ends once the text is written, or cannot be: errors come to the stream's own listener. */
const writeToStream = (stream: NodeJS.WriteStream, text: string) =>
  new Promise<void>((done) => stream.write(text, () => done()));

async function withWriteErrors(
  form: keyof typeof renderings,
  file: string | undefined,
  work: (file: string) => Promise<void>,
): Promise<void> {
  if (file === undefined || file === "-") return;
  await work(file).catch((error: Error) => {
    throw new Error(`--${form} "${file}" cannot be written: ${error.message}`);
  });
}

async function prepareFile(file: string): Promise<void> {
  if (file === "") throw new Error("the name is empty");
  const found = await exists(file);
  if (found?.isDirectory()) throw new Error("it is a folder; name a file in it");
  // Not opened to see: a pipe would wait for its reader.
  if (found) return access(file, constants.W_OK);
  const link = await readlink(file).catch(() => undefined);
  if (link !== undefined) return prepareFile(resolve(dirname(file), link));
  const folder = resolve(dirname(file));
  await makeFolder(folder);
  await access(folder, constants.W_OK | constants.X_OK);
}

/**
 * From the nearest folder that exists: Node's recursive `mkdir` never returns where that one says
 * ENOENT itself, as /proc does.
 */
async function makeFolder(folder: string): Promise<void> {
  if (await exists(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster, or it is a link to nowhere, which the file's own check shows.
    if (error.code !== "EEXIST") throw error;
  });
}

const exists = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
