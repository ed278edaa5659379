import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import type { Session } from "../../provider/lifecycle/session";
import { openStack } from "../shared/pulumi";
import { runPulumi } from "../shared/runPulumi";
import { displayName } from "../shared/text";
import type { ImportTarget } from "./openTarget";
import type { ImportPlan, PlannedObject } from "./plan";
import { listedKinds, readTenant } from "./tenant";

/** Where the engine's output goes, and how a user stops the run. */
export interface RunContext {
  target: ImportTarget;
  session: Session;
  /** The file for `pulumi import`, from the program's folder. */
  importFile: string;
  onOutput: (text: string) => void;
  signal: AbortSignal;
}

/**
 * Imports the planned objects into the state, protected, and deletes the file, which may hold secrets.
 * Returns the objects that were deleted in the tenant in the meantime.
 */
export async function importIntoState(
  plan: ImportPlan,
  { target, session, importFile, onOutput, signal }: RunContext,
): Promise<PlannedObject[]> {
  const { pulumi, target: stack } = target;
  const args = ["--file", importFile, "--generate-code=false", "--yes", "--skip-preview"];
  await runPulumi(pulumi, ["import", ...args, "--stack", stack.name], stack.folder, {
    onOutput: (part) => onOutput(part.toString("utf8")),
    signal,
  });
  await rm(join(stack.folder, importFile));
  return deletedObjects(plan, session);
}

/** The engine stores what the import file says and does not read it, so an object may be gone by then. */
async function deletedObjects({ objects }: ImportPlan, session: Session): Promise<PlannedObject[]> {
  const kinds = listedKinds.filter(({ name }) => objects.some(({ kind }) => kind === name));
  const live = new Set((await readTenant(session, kinds, () => {})).map(({ id }) => id));
  return objects.filter(({ id }) => !live.has(id));
}

/** What the preview plans for imported resources although nothing in the tenant needs it. */
export interface PreviewResult {
  /** Resources that the program does not declare, so that the preview deletes them. */
  undeclared: string[];
}

/** Shows the preview of the program with the imported objects in its state. */
export async function previewProgram(
  plan: ImportPlan,
  { target, onOutput, signal }: RunContext,
): Promise<PreviewResult> {
  const stack = await openStack(target.pulumi, target.target);
  const undeclared: string[] = [];
  const names = new Set(plan.objects.map(({ name }) => name));
  const onEvent = ({ resourcePreEvent }: EngineEvent) => {
    const { op, urn = "" } = resourcePreEvent?.metadata ?? {};
    const name = urn.slice(urn.lastIndexOf("::") + 2);
    if (op === "delete" && names.has(name)) undeclared.push(displayName(name));
  };
  const preview = stack.preview({ onOutput, onEvent, color: "never", signal });
  await preview.catch((error: unknown) => {
    // The engine refuses to plan the deletion of a protected resource.
    if (undeclared.length === 0) throw error;
  });
  return { undeclared };
}
