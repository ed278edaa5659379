import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Project } from "../shared/project";

/** The file of a TypeScript program that has to import the generated folder. */
export interface Entry {
  /** Its path in the program's folder. */
  file: string;
  /** What it contains; undefined if there is no such file. */
  text: string | undefined;
  /** The statement that adds the generated resources. */
  statement: string;
}

/** Finds the program's file as Pulumi does: by Pulumi.yaml, by package.json, else index.ts or index.js. */
export async function findEntry(
  folder: string,
  { main }: Pick<Project, "main">,
  out: string,
): Promise<Entry> {
  const settings = await packageSettings(folder);
  const named = [main, settings.main].filter((file) => file !== undefined);
  const isModule = settings.type === "module";
  const statement = `import "./${out}${isModule ? "/index.js" : ""}";`;
  for (const file of [...named.flatMap(withIndex), "index.ts", "index.js"]) {
    const text = await readFile(join(folder, file), "utf8").catch(() => undefined);
    if (text !== undefined) return { file, text, statement };
  }
  return { file: named[0] ?? "index.ts", text: undefined, statement };
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

/** Whether the program's file names the folder, so that it contains the resources already. */
export const addsFolder = ({ text = "" }: Entry, out: string): boolean =>
  new RegExp(
    `["'\`]\\./${out.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(/index(\\.[jt]s)?)?["'\`]`,
  ).test(text);
