import { posix, relative, resolve, sep } from "node:path";
import type { Target } from "../shared/pulumi";
import { type Entry, findEntry } from "./entry";
import { type PluginVariable, pluginVariables } from "./openTarget";
import type { ImportOptions } from "./options";
import type { Sources } from "./readSources";
import { importFileName } from "./render/importFile";

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
 * The options of `pulumi import`, in the program's folder. A preview would end at the first object that can't be
 * read, and nothing would be imported.
 */
export const importOptions = (placement: Placement): string[] => [
  "--file",
  `${placement.out}/${importFileName}`,
  ...(placement.isPlugin ? ["--out", codeFile(placement)] : ["--generate-code=false"]),
  "--yes",
  "--skip-preview",
];

/** The program's file, if this command creates it. Before the import, the program would recreate every object. */
export const entryToStart = ({ entry }: Placement, phase: Phase): Entry | undefined =>
  phase === "imported" && entry?.code === "none" ? entry : undefined;

/** The file in which the user adds the statement that loads the generated resources. */
export const entryToComplete = (placement: Placement, phase: Phase): Entry | undefined =>
  placement.entry?.code === "loads" || entryToStart(placement, phase) ? undefined : placement.entry;
