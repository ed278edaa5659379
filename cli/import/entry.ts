import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, posix } from "node:path";
import { parseJson } from "../shared/files";
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

/** The program's file is `main` of Pulumi.yaml, which may be a folder, or else index.ts or index.js. */
export async function findEntry(folder: string, main = "", out: string): Promise<Entry> {
  const indexes = ["index.ts", "index.js"].map((file) => posix.join(main, file));
  const [index = ""] = indexes.filter((file) => existsSync(join(folder, file))).concat(indexes);
  const file = extname(main) === "" ? index : posix.normalize(main);
  const program = await textOf(join(folder, file));
  const settings = join(folder, "package.json");
  const parsed = parseJson((await textOf(settings)) || "{}", `${settings} isn't JSON`);
  const { type } = parsed as { type?: string };
  const path = posix.relative(posix.dirname(file), out);
  const module = path.startsWith("../") ? path : `./${path}`;
  return { file, code: codeIn(program, module), ...loading(extname(file), module, type) };
}

/** The generated file is of the same kind as the program's file, so that the same tool runs both. */
function loading(extension: string, module: string, type: string | undefined) {
  const loaded = `index${extension}`;
  const isTypescript = extension.endsWith("ts");
  const isEsModule = extension.startsWith(".m") || type === "module";
  // The compiler needs the name of its output, and only CommonJS finds a folder's index.
  const output = `${module}/${loaded.replace(/ts$/, "js")}`;
  const literal = JSON.stringify(isTypescript && !isEsModule ? module : output);
  return isTypescript || isEsModule
    ? { loaded, syntax: "esModule" as const, statement: `import ${literal};` }
    : { loaded, syntax: "commonJs" as const, statement: `require(${literal});` };
}

const textOf = (file: string) => readFile(file, "utf8").catch(() => "");

/** A program that loads a module has its path as a string. */
function codeIn(text: string, module: string): Entry["code"] {
  if (text.trim() === "") return "none";
  const path = module.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const loads = new RegExp(`["'\`]${path}(/index(\\.[cm]?[jt]s)?)?["'\`]`);
  return loads.test(text) ? "loads" : "lacks";
}
