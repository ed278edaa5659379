import { lifecycle } from "../../provider/lifecycle/resource";
import type { Session } from "../../provider/lifecycle/session";
import { shellWord } from "../../provider/shared/shellWord";
import { exportStack } from "../shared/pulumi";
import { runPulumi } from "../shared/runPulumi";
import type { Language } from "./languages";
import type { ImportTarget } from "./openTarget";
import type { PlannedObject } from "./plan";
import type { PluginVariable } from "./pluginVariables";
import { type StackObject, stackObjects } from "./stackObjects";
import { listedKinds, readTenant } from "./tenant";

/** What the engine needs for an import, where its output goes, and how a user stops it. */
export interface RunContext {
  target: ImportTarget;
  language: Language;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  session: Session;
  variables: PluginVariable[];
  onOutput: (text: string) => void;
  signal: AbortSignal;
}

/** Runs a command of the Pulumi CLI that locks the stack. */
export async function runForStack(
  args: string[],
  { target, variables, onOutput, signal }: RunContext,
): Promise<void> {
  const { name, folder } = target.stack;
  // At once, since a second signal ends this process.
  const onStop = () => console.error(stopNote(signal.reason, name));
  signal.addEventListener("abort", onStop, { once: true });
  try {
    await runPulumi(target.pulumi, [...args, "--stack", name], folder, {
      env: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      onOutput: (part) => onOutput(part.toString("utf8")),
      signal,
    });
  } finally {
    signal.removeEventListener("abort", onStop);
  }
}

const stopNote = ({ message }: Error, stack: string): string =>
  `${message}: waiting for Pulumi to end; if the stack stays locked, \`pulumi cancel --stack ${shellWord(stack)}\` unlocks it`;

/** Those of some objects that the tenant does not have any more. */
export async function deletedObjects(
  objects: PlannedObject[],
  { session }: RunContext,
): Promise<PlannedObject[]> {
  const kinds = listedKinds.filter(({ name }) => objects.some(({ kind }) => kind === name));
  const live = new Set((await readTenant(session, kinds, () => {})).map(({ id }) => id));
  const missing = objects.filter(({ id }) => !live.has(id));
  // A listing misses an object that moves to an earlier page, so each one is read as well.
  const found = await Promise.all(missing.map((object) => isInTenant(object, session)));
  return missing.filter((_, index) => !found[index]);
}

/** Also where the tenant lists no object of the kind. */
async function isInTenant(
  { kind, id, outputs }: PlannedObject,
  session: Session,
): Promise<boolean> {
  const definition = listedKinds.find(({ name }) => name === kind);
  if (definition === undefined) return true;
  return (await lifecycle(definition).read(session, id, outputs)) !== undefined;
}

/** The objects that this provider manages in the stack now. */
export async function objectsInState({ target }: RunContext): Promise<StackObject[]> {
  const exported = await exportStack(target.pulumi, target.stack);
  return stackObjects(target.stack.name, exported).filter(
    ({ isRead, isOfficial }) => !isRead && !isOfficial,
  );
}
