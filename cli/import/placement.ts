import { posix, relative, resolve, sep } from "node:path";
import type { Target } from "../shared/pulumi";
import { type Entry, findEntry } from "./entry";
import type { Language } from "./languages";
import { type PluginVariable, pluginVariables } from "./openTarget";
import type { ImportOptions } from "./options";
import type { PlannedObject } from "./plan";
import type { Sources } from "./readSources";

export interface Placement {
  stack: Target;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  language: Language;
  /** The environment variables for `pulumi import`. */
  variables: PluginVariable[];
  /** The program's file, if this command writes the resources. */
  entry?: Entry | undefined;
}

export type Phase =
  | { state: "planned" }
  /** `withoutCode` has the objects for which Pulumi should have written code, but didn't. */
  | { state: "imported"; withoutCode: PlannedObject[] };

export async function placementOf(
  { cwd, out: folder }: ImportOptions,
  { target, language, session }: Sources,
): Promise<Placement> {
  const out = relative(resolve(cwd), resolve(cwd, folder)).split(sep).join(posix.sep);
  const variables = pluginVariables(target, language, session);
  const entry = language.servedByPlugin ? undefined : await findEntry(cwd, target.project, out);
  return { stack: target.stack, out, language, variables, entry };
}

/** The program's file, if this command creates it. Before the import, the program would recreate every object. */
export const entryToStart = ({ entry }: Placement, { state }: Phase): Entry | undefined =>
  state === "imported" && entry?.code === "none" ? entry : undefined;

/** The file in which the user adds the statement that loads the generated resources. */
export const entryToComplete = (placement: Placement, phase: Phase): Entry | undefined =>
  placement.entry?.code === "loads" || entryToStart(placement, phase) ? undefined : placement.entry;

/** Whether the state has the objects, and the program has all of their resources. */
export const isComplete = (placement: Placement, phase: Phase): boolean =>
  phase.state === "imported" &&
  entryToComplete(placement, phase) === undefined &&
  phase.withoutCode.length === 0;
