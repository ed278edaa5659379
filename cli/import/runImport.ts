import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "../../provider/lifecycle/session";
import { exportStack, openStack } from "../shared/pulumi";
import { runPulumi } from "../shared/runPulumi";
import { importFileName, importOptions, type Language } from "./languages";
import { withMadeUpSecrets } from "./madeUpSecrets";
import type { ImportTarget } from "./openTarget";
import { type ImportPlan, type PlannedObject, unknownSecrets } from "./plan";
import { stackObjects } from "./stackObjects";
import { listedKinds, readTenant } from "./tenant";

/** What the engine needs for an import, where its output goes, and how a user stops it. */
export interface RunContext {
  target: ImportTarget;
  language: Language;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  session: Session;
  onOutput: (text: string) => void;
  signal: AbortSignal;
}

/**
 * Imports what a file names into the state, protected, and deletes the file, which may hold secrets.
 * Returns the objects that were deleted in the tenant in the meantime; the state does not keep them.
 */
export async function importIntoState(
  plan: ImportPlan,
  context: RunContext,
): Promise<PlannedObject[]> {
  const { target, language, out, session } = context;
  await pulumi(["import", ...importOptions(language, out), "--skip-preview"], context);
  await rm(join(target.target.folder, out, importFileName));

  const deleted = await deletedObjects(plan, session);
  const ids = new Set(deleted.map(({ id }) => id));
  for (const urn of await urnsOf(ids, context)) {
    await pulumi(["state", "delete", urn, "--force"], context);
  }
  return deleted;
}

async function pulumi(args: string[], { target, onOutput, signal }: RunContext): Promise<void> {
  const { name, folder } = target.target;
  await runPulumi(target.pulumi, [...args, "--yes", "--stack", name], folder, {
    onOutput: (part) => onOutput(part.toString("utf8")),
    signal,
  });
}

/** The engine stores what the file says and reads no object, so one may be gone by now. */
async function deletedObjects({ objects }: ImportPlan, session: Session): Promise<PlannedObject[]> {
  const kinds = listedKinds.filter(({ name }) => objects.some(({ kind }) => kind === name));
  const live = new Set((await readTenant(session, kinds, () => {})).map(({ id }) => id));
  return objects.filter(({ id }) => !live.has(id));
}

async function urnsOf(ids: Set<string>, { target }: RunContext): Promise<string[]> {
  if (ids.size === 0) return [];
  const exported = await exportStack(target.pulumi, target.target);
  const inState = stackObjects(target.target.name, exported).filter(({ id }) => ids.has(id));
  return inState.map(({ urn }) => urn);
}

/** Shows the preview of the program, with made-up values for secrets that nobody has set yet. */
export async function previewProgram(
  plan: ImportPlan,
  { target, language, onOutput, signal }: RunContext,
): Promise<void> {
  // A person copies the resources into the program.
  if (language.servedByPlugin) return;
  const stack = await openStack(target.pulumi, target.target);
  const options = { diff: true, onOutput, color: "never", signal } as const;
  const keys = unknownSecrets(plan).map(({ configKey }) => `${plan.project}:${configKey}`);
  await withMadeUpSecrets(stack, keys, (configFile) =>
    stack.preview({ ...options, ...(configFile && { configFile }) }),
  );
}
