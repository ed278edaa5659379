import { readFile } from "node:fs/promises";
import { extname, join, posix } from "node:path";
import type { Project } from "../shared/project";

/** The file of a program that has to load the generated folder. */
export interface Entry {
  /** Its path in the program's folder. */
  file: string;
  /** What it contains; undefined if there is no such file. */
  text: string | undefined;
  /** The statement that adds the generated resources. */
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
