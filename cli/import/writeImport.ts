import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { findEntry } from "./entry";
import { importFileName } from "./languages";
import { continueNote, type FolderPlacement, type MissingLine, nextSteps } from "./nextSteps";
import type { ImportPlan } from "./plan";
import { importFile } from "./render/importFile";
import { readme } from "./render/readme";
import { typescriptProgram } from "./render/typescriptProgram";
import { type OutputFile, writeFolder } from "./writeFolder";

/** Where and how the files of an import are written. */
export interface WriteOptions extends FolderPlacement {
  /** The program's file, if Pulumi.yaml names it. */
  main: string | undefined;
  /** Whether to overwrite files that differ. */
  force: boolean;
}

/** What is on disk after an import. */
export interface WrittenImport {
  /** The paths of the files, from the working directory. */
  files: string[];
  /** What to do next. */
  readme: string;
  /** Whether the user has to add the generated resources to the program, or has to write some. */
  isIncomplete: boolean;
}

/** Writes the files of an import and, once the state has the objects, a program where there is none. */
export async function writeImport(plan: ImportPlan, options: WriteOptions): Promise<WrittenImport> {
  const { cwd, out, language, force, imported, declared, withoutCode } = options;
  const writesProgram = !language.servedByPlugin && !declared;
  const { missingLine, newFiles } = writesProgram ? await programOf(options) : withoutProgram;
  const text = readme(plan, nextSteps(plan, { ...options, missingLine }));
  const files: OutputFile[] = [
    ...(writesProgram ? [{ name: "index.ts", text: typescriptProgram(plan) }] : []),
    // Once the state has the objects, nothing needs this file, which may hold secrets.
    ...(imported ? [] : [{ name: importFileName, text: importFile(plan, language), secret: true }]),
    ...(declared ? [] : [ignoreFile, { name: "README.md", text }]),
  ];
  const folder = resolve(cwd, out);
  // A new program would lack the objects that are in the state by now.
  const isUnfinished = existsSync(join(folder, importFileName));
  const advice = isUnfinished ? unfinishedAdvice : undefined;
  await writeFolder(folder, files, force && !isUnfinished, advice).catch((error: unknown) => {
    if (isUnfinished) console.error(continueNote(plan, options));
    throw error;
  });
  await writeFolder(cwd, newFiles, true);
  return {
    files: [
      ...files.map(({ name }) => join(cwd, out, name)),
      ...newFiles.map(({ name }) => join(cwd, name)),
    ],
    readme: text,
    isIncomplete: missingLine !== undefined || (withoutCode.length > 0 && !declared),
  };
}

const unfinishedAdvice = `${importFileName} is of an import that has not ended: complete it with the command above, or with that in its README.md if it was for another stack. For another import, name another folder with --out`;

/** What the program needs to declare the generated resources. */
interface ProgramChange {
  /** A line that the user adds to a file. */
  missingLine: MissingLine | undefined;
  /** A program, where there is none. */
  newFiles: OutputFile[];
}

const withoutProgram: ProgramChange = { missingLine: undefined, newFiles: [] };

async function programOf({ cwd, out, main, imported }: WriteOptions): Promise<ProgramChange> {
  const entry = await findEntry(cwd, { main }, out);
  const { file, statement: line, text = "", loadsFolder } = entry;
  if (loadsFolder) return withoutProgram;
  // Before the import, `pulumi up` of such a program would create every object again.
  const startsProgram = text.trim() === "" && imported;
  return startsProgram
    ? { missingLine: undefined, newFiles: [{ name: file, text: `${line}\n` }] }
    : { missingLine: { file, line }, newFiles: [] };
}

const ignoreFile = { name: ".gitignore", text: `# It may hold secrets.\n${importFileName}\n` };
