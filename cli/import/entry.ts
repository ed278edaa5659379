import { readFile } from "node:fs/promises";
import { extname, join, posix } from "node:path";
import type { Project } from "../shared/project";
import type { ModuleSyntax } from "./render/typescriptProgram";

/** The file of a program that has to load the generated folder. */
export interface Entry {
  file: string;
  /** Whether it loads the folder, lacks the statement for that, or has no code yet. */
  code: "loads" | "lacks" | "none";
  statement: string;
  /** The name of the generated file, and how it loads other modules. */
  loaded: string;
  syntax: ModuleSyntax;
}

type ProgramSettings = Pick<Project, "main" | "compilesTypescript">;

/** Finds the program's file as Pulumi does, by Pulumi.yaml, then by package.json, or else index.ts or index.js. */
export async function findEntry(
  folder: string,
  { main, compilesTypescript }: ProgramSettings,
  out: string,
): Promise<Entry> {
  const settings = await packageSettings(folder);
  const named = [main, settings.main].filter((file) => file !== undefined).map(posix.normalize);
  const indexes = compilesTypescript ? ["index.ts", "index.js"] : ["index.js", "index.ts"];
  // The name may belong to a folder.
  const withIndexes = named.flatMap((file) => [file, ...indexes.map((index) => join(file, index))]);
  const candidates = [...withIndexes, ...indexes];
  const texts = await Promise.all(candidates.map((file) => textOf(join(folder, file))));
  const found = texts.findIndex((text) => text !== undefined);
  const file = candidates[found] ?? candidates.find((one) => extname(one) !== "") ?? "index.ts";
  return entryOf(file, texts[found] ?? "", { ...settings, compilesTypescript }, out);
}

const textOf = (file: string) => readFile(file, "utf8").catch(() => undefined);

/** The generated file is of the same kind as the program's file, so that the same tool runs both. */
function entryOf(
  file: string,
  text: string,
  { type, compilesTypescript }: { type?: string; compilesTypescript: boolean },
  out: string,
): Entry {
  const path = posix.relative(posix.dirname(file), out);
  const folder = path.startsWith("../") ? path : `./${path}`;
  const extension = extname(file);
  const loaded = `index${extension}`;
  const common = { file, code: codeIn(text, folder), loaded };
  if (compilesTypescript && extension.endsWith("ts")) {
    // The compiler needs the name of its output, and only CommonJS finds a folder's index.
    const output = `${folder}/index${extension.replace("ts", "js")}`;
    const specifier = extension === ".ts" && type !== "module" ? folder : output;
    return { ...common, syntax: "esModule", statement: `import ${JSON.stringify(specifier)};` };
  }
  const literal = JSON.stringify(`${folder}/${loaded}`);
  return isEsModule(extension, type, text)
    ? { ...common, syntax: "esModule", statement: `import ${literal};` }
    : { ...common, syntax: "commonJs", statement: `require(${literal});` };
}

/** Determines the module system like Node does for a file (its page "Determining module system"). */
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

/** A program that loads a module has its path as a string. */
function codeIn(text: string, module: string): Entry["code"] {
  if (text.trim() === "") return "none";
  const path = module.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const loads = new RegExp(`["'\`]${path}(/index(\\.[cm]?[jt]s)?)?["'\`]`);
  return loads.test(text) ? "loads" : "lacks";
}
