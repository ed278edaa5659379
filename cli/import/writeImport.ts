import { join, posix, relative, resolve, sep } from "node:path";
import { findEntry } from "./entry";
import { importFileName, type Language } from "./languages";
import type { ImportPlan, PlannedObject } from "./plan";
import type { PluginVariable } from "./pluginVariables";
import { importFile } from "./render/importFile";
import { readme } from "./render/readme";
import { typescriptProgram } from "./render/typescriptProgram";
import { type MissingLine, nextSteps } from "./steps";
import { type OutputFile, writeFolder } from "./writeFolder";

/** Where the files of an import go. */
export interface Destination {
  /** The folder of the Pulumi program, as the user names it. */
  cwd: string;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  /** The program's file, if Pulumi.yaml names it. */
  main: string | undefined;
  language: Language;
  /** What `pulumi import` gets by the environment. */
  variables: PluginVariable[];
  /** Whether to overwrite files that differ. */
  force: boolean;
  /** Whether the program declares the objects, so that it needs no generated resources. */
  declared: boolean;
  /** Whether the state has the objects. */
  imported: boolean;
  /** Those of the objects for which Pulumi has written no code. */
  withoutCode: PlannedObject[];
}

/** What is on disk after an import. */
export interface WrittenImport {
  /** The paths of the files, from the working directory. */
  files: string[];
  /** Their folder, from the program's folder. */
  out: string;
  /** What to do next. */
  readme: string;
  /** Whether a person has to add the generated resources to the program, or has to write some. */
  isIncomplete: boolean;
}

/** Writes the files of an import and, once the state has the objects, a program where there is none. */
export async function writeImport(
  plan: ImportPlan,
  destination: Destination,
): Promise<WrittenImport> {
  const { cwd, language, variables, force, imported, declared, withoutCode } = destination;
  const folder = resolve(cwd, destination.out);
  const out = relative(resolve(cwd), folder).split(sep).join(posix.sep);
  const writesProgram = !language.servedByPlugin && !declared;
  const { missingLine, newFiles } = writesProgram
    ? await programOf(destination, out)
    : withoutProgram;
  const state = { variables, declared, imported, withoutCode, missingLine };
  const text = readme(plan, nextSteps(plan, { cwd, out, language, ...state }));
  const files: OutputFile[] = [
    ...(writesProgram ? [{ name: "index.ts", text: typescriptProgram(plan) }] : []),
    // Once the state has the objects, nothing needs this file, which may hold secrets.
    ...(imported ? [] : [{ name: importFileName, text: importFile(plan, language), secret: true }]),
    ...(declared ? [] : [ignoreFile, { name: "README.md", text }]),
  ];
  await writeFolder(folder, files, force);
  await writeFolder(cwd, newFiles, true);
  return {
    files: [
      ...files.map(({ name }) => join(cwd, out, name)),
      ...newFiles.map(({ name }) => join(cwd, name)),
    ],
    out,
    readme: text,
    isIncomplete: missingLine !== undefined || (withoutCode.length > 0 && !declared),
  };
}

/** What the program needs to declare the generated resources. */
interface ProgramChange {
  /** A line that a person adds to a file. */
  missingLine: MissingLine | undefined;
  /** A program, where there is none. */
  newFiles: OutputFile[];
}

const withoutProgram: ProgramChange = { missingLine: undefined, newFiles: [] };

async function programOf(
  { cwd, main, imported }: Destination,
  out: string,
): Promise<ProgramChange> {
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
