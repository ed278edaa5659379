import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, posix, relative, resolve, sep } from "node:path";
import { parseJson } from "../shared/files";
import type { Target } from "../shared/pulumi";
import { type PluginVariable, pluginVariables } from "./openTarget";
import type { ImportOptions } from "./options";
import type { Sources } from "./readSources";
import { importFileName } from "./render/importFile";
import type { ModuleSyntax } from "./render/typescriptProgram";

export interface Placement {
  stack: Target;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  runtime: string;
  isPlugin: boolean;
  /** The environment variables for `pulumi import`. */
  variables: PluginVariable[];
  /** The program's file, if this command writes the resources. */
  entry?: Entry | undefined;
}

/** Whether the state has the objects. */
export type Phase = "planned" | "imported";

export async function placementOf(
  { cwd, out: folder }: ImportOptions,
  { target, isPlugin, session }: Sources,
): Promise<Placement> {
  const { stack, project } = target;
  const out = relative(resolve(cwd), resolve(cwd, folder)).split(sep).join(posix.sep);
  const variables = isPlugin ? pluginVariables(target, session) : [];
  const entry = isPlugin ? undefined : await findEntry(cwd, project.main, out);
  return { stack, out, runtime: project.runtime, isPlugin, variables, entry };
}

const extensions: Record<string, string> = { nodejs: "ts", python: "py" };

/** The file in which Pulumi writes the code of the plugin's resources. */
export const codeFile = ({ out, runtime }: Placement): string =>
  `${out}/program.${extensions[runtime] ?? runtime}`;

/**
 * The options of `pulumi import`, in the program's folder. A preview would end at the first object that can't
 * be read, and nothing would be imported.
 */
export const importOptions = (placement: Placement): string[] => [
  "--file",
  `${placement.out}/${importFileName}`,
  ...(placement.isPlugin ? ["--out", codeFile(placement)] : ["--generate-code=false"]),
  "--yes",
  "--skip-preview",
];

/** The program's file, if this command creates it. Before the import, it would recreate every object. */
export const entryToStart = ({ entry }: Placement, phase: Phase): Entry | undefined =>
  phase === "imported" && entry?.code === "none" ? entry : undefined;

/** The file in which the user adds the statement that loads the generated resources. */
export const entryToComplete = (placement: Placement, phase: Phase): Entry | undefined =>
  placement.entry?.code === "loads" || entryToStart(placement, phase) ? undefined : placement.entry;

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
