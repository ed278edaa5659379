import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, posix, resolve } from "node:path";
import type { Project } from "../shared/project";
import { importFileName } from "./languages";
import { continueNote, nextSteps, type Placement } from "./nextSteps";
import type { ImportPlan } from "./plan";
import { importFile } from "./render/importFile";
import { readme } from "./render/readme";
import { typescriptProgram } from "./render/typescriptProgram";
import { type OutputFile, writeFolder } from "./writeFolder";

export interface WriteOptions extends Placement {
  /** The program's file, if Pulumi.yaml names it. */
  main: string | undefined;
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
  const { cwd, out, main, language, force, imported, declared, withoutCode } = options;
  const writesProgram = !language.servedByPlugin && !declared;
  const entry = writesProgram ? await findEntry(cwd, { main }, out) : undefined;
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

const ignoreFile = { name: ".gitignore", text: `# It may hold secrets.\n${importFileName}\n` };

/** The file of a program that has to load the generated folder. */
interface Entry {
  file: string;
  /** What it contains; undefined if there is no such file. */
  text: string | undefined;
  statement: string;
  /** Whether the file loads the folder already. */
  loadsFolder: boolean;
}

/** Finds the program's file as Pulumi does: by Pulumi.yaml, by package.json, else index.ts or index.js. */
export async function findEntry(
  folder: string,
  { main }: Pick<Project, "main">,
  out: string,
): Promise<Entry> {
  const settings = await packageSettings(folder);
  const isModule = settings.type === "module";
  const named = [main, settings.main].filter((file) => file !== undefined).map(posix.normalize);
  const candidates = [...named.flatMap(withIndex), "index.ts", "index.js"];
  for (const file of candidates) {
    const text = await readFile(join(folder, file), "utf8").catch(() => undefined);
    if (text !== undefined) return entryOf(file, text, out, isModule);
  }
  const file = candidates.find((one) => extname(one) !== "") ?? "index.ts";
  return entryOf(file, undefined, out, isModule);
}

function entryOf(file: string, text: string | undefined, out: string, isModule: boolean): Entry {
  const path = posix.relative(posix.dirname(file), out);
  const specifier = path.startsWith("../") ? path : `./${path}`;
  const literal = JSON.stringify(isModule ? `${specifier}/index.js` : specifier);
  const isCommonJs = extname(file) === ".js" && !isModule;
  return {
    file,
    text,
    statement: isCommonJs ? `require(${literal});` : `import ${literal};`,
    loadsFolder: hasModulePath(text ?? "", specifier),
  };
}

/** A name may be that of a folder. */
const withIndex = (file: string) => [file, join(file, "index.ts"), join(file, "index.js")];

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
    `["'\`]${specifier.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(/index(\\.[jt]s)?)?["'\`]`,
  ).test(text);
