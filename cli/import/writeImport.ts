import { randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { prepareFile } from "../shared/files";
import type { ImportPlan } from "./importPlan";
import { continueNote } from "./nextSteps";
import { entryToStart, type Phase, type Placement } from "./placement";
import { importFile, importFileName } from "./render/importFile";
import { typescriptProgram } from "./render/typescriptProgram";

/** Returns the paths of the files, from the working directory. */
export async function writeImport(
  plan: ImportPlan,
  placement: Placement,
  phase: Phase,
  force = false,
): Promise<string[]> {
  const { out, stack } = placement;
  const { folder } = stack;
  const files = plan.objects.length === 0 ? [] : filesOf(plan, placement, phase);
  // A new program would lack the objects that the state already has.
  const isUnfinished = existsSync(join(folder, out, importFileName));
  const advice = isUnfinished ? unfinishedAdvice : undefined;
  await writeFiles(folder, files, force && !isUnfinished, advice).catch((error: unknown) => {
    if (isUnfinished) console.error(continueNote(placement));
    throw error;
  });
  return files.map(({ name }) => join(folder, name));
}

const unfinishedAdvice = `${importFileName} belongs to an unfinished import. To complete it, run the command above.\nIf that import was for a different stack, pass that stack with --stack to see its command.\nTo start a separate import, pass a different folder with --out.`;

function filesOf(plan: ImportPlan, placement: Placement, phase: Phase): OutputFile[] {
  const { out, isPlugin, entry } = placement;
  const program = entry && { name: entry.loaded, text: typescriptProgram(plan, entry.syntax) };
  const toImport = { name: importFileName, text: importFile(plan.objects, isPlugin), secret: true };
  const started = entryToStart(placement, phase);
  const generated = [
    ...(program ? [program] : []),
    // Once the state has the objects, nothing needs this file, which may have secrets.
    ...(phase === "planned" ? [toImport] : []),
    ignoreFile,
  ];
  return [
    ...generated.map((file) => ({ ...file, name: `${out}/${file.name}` })),
    ...(started ? [{ name: started.file, text: `${started.statement}\n` }] : []),
  ];
}

const ignoreFile = { name: ".gitignore", text: `# It may contain secrets.\n${importFileName}\n` };

/**
 * Writes files below a folder, and creates their folders. Only `force` overwrites a file with other content.
 * Writes all files or none.
 */
export async function writeFiles(
  folder: string,
  files: OutputFile[],
  force: boolean,
  advice = "Pass a different folder with --out, or overwrite them with --force",
): Promise<void> {
  const changed: string[] = [];
  for (const { name, text } of files) {
    const file = join(folder, name);
    const existing = await contentOf(file);
    if (existing !== undefined && existing !== text) changed.push(file);
  }
  if (changed.length > 0 && !force) {
    throw new Error(`${changed.join(", ")} would be overwritten. ${advice}`);
  }
  try {
    replaceFiles(folder, files);
  } catch (error) {
    throw new Error(cannotWrite(folder, error as Error));
  }
}

/** Checks that a file can be written, and returns its content. Undefined if there is no file. */
async function contentOf(file: string): Promise<string | undefined> {
  try {
    await prepareFile(file);
    return existsSync(file) ? await readFile(file, "utf8") : undefined;
  } catch (error) {
    throw new Error(cannotWrite(file, error as Error));
  }
}

const cannotWrite = (path: string, { message }: Error) =>
  `${path} can't be written: ${message}. Pass a different folder with --out`;

/** A file to write, by its path from the folder. */
export interface OutputFile {
  name: string;
  text: string;
  /** Whether it may have a secret, so that only its owner can read it. */
  secret?: boolean;
}

/**
 * Replaces old files, because others might read them by their modes and links. It's synchronous, so that no
 * signal ends the process between two files.
 */
function replaceFiles(folder: string, files: OutputFile[]): void {
  const written: { temporary: string; file: string }[] = [];
  try {
    for (const { name, text, secret = false } of files) {
      const file = join(folder, name);
      const temporary = `${file}.${randomUUID()}`;
      written.push({ temporary, file });
      writeFileSync(temporary, text, { mode: secret ? 0o600 : 0o666, flag: "wx" });
    }
    for (const { temporary, file } of written) renameSync(temporary, file);
  } finally {
    for (const { temporary } of written) rmSync(temporary, { force: true });
  }
}
