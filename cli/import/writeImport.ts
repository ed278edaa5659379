import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, posix, resolve } from "node:path";
import type { Project } from "../shared/project";
import { importFileName } from "./languages";
import { continueNote, nextSteps, type Placement } from "./nextSteps";
import type { ImportPlan } from "./plan";
import { importFile } from "./render/importFile";
import { readme } from "./render/readme";
import { type ModuleSyntax, typescriptProgram } from "./render/typescriptProgram";
import { type OutputFile, writeFolder } from "./writeFolder";

export interface WriteOptions extends Placement {
  project: ProgramSettings;
  /** Whether to overwrite files that differ. */
  force: boolean;
}

export interface WrittenImport {
  /** The paths of the files, from the working directory. */
  files: string[];
  readme: string;
  /** Whether the user has to add the generated resources to the program, or has to write some. */
  isIncomplete: boolean;
}

/** Writes the files of an import and, once the state has the objects, a program where there is none. */
export async function writeImport(plan: ImportPlan, options: WriteOptions): Promise<WrittenImport> {
  const { cwd, out, project, language, force, imported, declared, withoutCode } = options;
  const writesProgram = !language.servedByPlugin && !declared;
  const entry = writesProgram ? await findEntry(cwd, project, out) : undefined;
  // The program's file, if it lacks the line that loads the folder.
  const lacking = entry?.loadsFolder ? undefined : entry;
  // Before the import, `pulumi up` of such a program would create every object again.
  const startsProgram = imported && (lacking?.text ?? "").trim() === "";
  const missingLine =
    lacking && !startsProgram ? { file: lacking.file, line: lacking.statement } : undefined;
  const newFiles =
    lacking && startsProgram ? [{ name: lacking.file, text: `${lacking.statement}\n` }] : [];
  const text = readme(plan, nextSteps(plan, { ...options, missingLine }));
  const files: OutputFile[] = [
    ...(entry ? [{ name: entry.loaded, text: typescriptProgram(plan, entry.syntax) }] : []),
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

const ignoreFile = { name: ".gitignore", text: `# It may hold secrets.\n${importFileName}\n` };

type ProgramSettings = Pick<Project, "main" | "compilesTypescript">;

/** The file of a program that has to load the generated folder. */
interface Entry {
  file: string;
  /** What it contains; undefined if there is no such file. */
  text: string | undefined;
  /** The name of the generated file, and how it loads other modules. */
  loaded: string;
  syntax: ModuleSyntax;
  statement: string;
  /** Whether the file loads the folder already. */
  loadsFolder: boolean;
}

/** Finds the program's file as Pulumi does: by Pulumi.yaml, by package.json, else index.ts or index.js. */
export async function findEntry(
  folder: string,
  { main, compilesTypescript }: ProgramSettings,
  out: string,
): Promise<Entry> {
  const settings = await packageSettings(folder);
  const named = [main, settings.main].filter((file) => file !== undefined).map(posix.normalize);
  const indexes = compilesTypescript ? ["index.ts", "index.js"] : ["index.js", "index.ts"];
  // A name may be that of a folder.
  const withIndexes = named.flatMap((file) => [file, ...indexes.map((index) => join(file, index))]);
  const candidates = [...withIndexes, ...indexes];
  const entry = (file: string, text?: string) =>
    entryOf({ file, text, type: settings.type, compilesTypescript }, out);
  for (const file of candidates) {
    const text = await readFile(join(folder, file), "utf8").catch(() => undefined);
    if (text !== undefined) return entry(file, text);
  }
  return entry(candidates.find((one) => extname(one) !== "") ?? "index.ts");
}

interface ProgramFile {
  file: string;
  text: string | undefined;
  /** The `type` in package.json. */
  type: string | undefined;
  compilesTypescript: boolean;
}

/** The generated file is of the same kind as the program's, so that whatever runs one runs the other. */
function entryOf({ file, text, type, compilesTypescript }: ProgramFile, out: string): Entry {
  const path = posix.relative(posix.dirname(file), out);
  const folder = path.startsWith("../") ? path : `./${path}`;
  const extension = extname(file);
  const loaded = `index${extension}`;
  const common = { file, text, loaded, loadsFolder: hasModulePath(text ?? "", folder) };
  if (compilesTypescript && extension.endsWith("ts")) {
    // The compiler wants the name of its output, and only CommonJS finds a folder's index.
    const output = `${folder}/index${extension.replace("ts", "js")}`;
    const specifier = extension === ".ts" && type !== "module" ? folder : output;
    return { ...common, syntax: "esModule", statement: `import ${JSON.stringify(specifier)};` };
  }
  const literal = JSON.stringify(`${folder}/${loaded}`);
  return isEsModule(extension, type, text ?? "")
    ? { ...common, syntax: "esModule", statement: `import ${literal};` }
    : { ...common, syntax: "commonJs", statement: `require(${literal});` };
}

/** As Node determines it for a file that it runs as it is (its page "Determining module system"). */
function isEsModule(extension: string, type: string | undefined, text: string): boolean {
  if (/^\.[cm]/.test(extension)) return extension.startsWith(".m");
  return type === undefined ? /^(import\b(?!\s*\()|export\b)/m.test(text) : type === "module";
}

async function packageSettings(folder: string): Promise<{ main?: string; type?: string }> {
  try {
    return JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  } catch {
    return {};
  }
}

/** Whether a program has the path of a module as a string. */
const hasModulePath = (text: string, specifier: string): boolean =>
  new RegExp(
    `["'\`]${specifier.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(/index(\\.[cm]?[jt]s)?)?["'\`]`,
  ).test(text);
