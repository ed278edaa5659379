import { stderrLogger } from "../shared/log";
import { inParallel } from "../shared/parallel";
import { listOtherStacks, type Target } from "../shared/pulumi";
import { readStackObjects, type StackObject } from "../shared/stackObjects";
import type { TenantObject } from "../shared/tenantObjects";
import { someNames } from "../shared/text";
import type { Found, LeftOut, Pair } from "./declared/pairs";
import type { SkippedObject } from "./importPlan";

/** Exports at the same time. Each starts a process of the CLI. */
export const parallelExports = 4;

interface OtherProjects {
  objects: StackObject[];
  /** The stacks that can't be read, which may manage any object. */
  unreadStacks: string[];
}

/** The objects that the stacks of other projects in the same backend manage. */
export async function readOtherProjects(folder: string, project: string): Promise<OtherProjects> {
  const unreadStacks: string[] = [];
  const unread =
    (stack: string) =>
    ({ message }: Error) => {
      stderrLogger.warn(`couldn't read ${stack}: ${message}`);
      unreadStacks.push(stack);
      return [];
    };
  const names = await listOtherStacks(folder, project).catch(unread("the list of all stacks"));
  const states = await inParallel<string, StackObject[]>(names, parallelExports, (name) =>
    readStackObjects({ folder, name }).catch(unread(`the stack ${name}`)),
  );
  return { objects: states.flat().filter(({ isRead }) => !isRead), unreadStacks };
}

/** Why no object can be imported without --force. Undefined if all stacks could be read. */
const unreadReason = (unreadStacks: string[]): string | undefined =>
  unreadStacks.length === 0
    ? undefined
    : `the command can't tell whether another stack manages it, because ${someNames(unreadStacks)} ` +
      "couldn't be read. Fix the error above, or pass --force if no other stack manages the object";

/** Why an import leaves out an object. Undefined if no stack of another project manages it. */
function holderText(id: string, others: StackObject[]): string | undefined {
  const holder = others.find((one) => one.id === id);
  return (
    holder &&
    `The stack ${holder.stack} of another project manages it as ${JSON.stringify(holder.name)}. `
  );
}

/** Warns of the objects in a list that a stack of another project manages. */
export function warnOfOtherProjects(objects: TenantObject[], others: StackObject[]): void {
  for (const { kind, id } of objects) {
    const holder = holderText(id, others);
    if (holder)
      stderrLogger.warn(`${kind} ${id}: ${holder}An import leaves it out without --force.`);
  }
}

interface Selection {
  objects: TenantObject[];
  skipped: SkippedObject[];
}

/** Leaves out what a stack of another project manages or may manage. With --force, adds a note instead. */
export function withoutOtherProjects(
  { objects, skipped }: Selection,
  { objects: others, unreadStacks }: OtherProjects,
  force = false,
): Selection {
  const left: Selection = { objects: [], skipped: [...skipped] };
  const unread = force ? undefined : unreadReason(unreadStacks);
  for (const object of objects) {
    const { kind, id, label, notes } = object;
    const holder = holderText(id, others);
    if (!holder && unread !== undefined) left.skipped.push({ kind, id, label, reasons: [unread] });
    else if (!holder) left.objects.push(object);
    else if (force) left.objects.push({ ...object, notes: [...notes, `${holder}${twoOwners}`] });
    else left.skipped.push({ kind, id, label, reasons: [`${holder}${forceAdvice}`] });
  }
  return left;
}

const twoOwners = "Each of the two stacks resets it to its own values, and either can delete it.";

const forceAdvice =
  "Remove it there with `pulumi state delete`. To let both stacks manage it, import it with --force";

interface Managed {
  stack: Target;
  inStacks: StackObject[];
  inOtherProjects: StackObject[];
  unreadStacks: string[];
}

/** Leaves out the objects that a stack manages already, or may manage. */
export function withoutManaged(
  { pairs, leftOut }: Found,
  { stack, inStacks, inOtherProjects, unreadStacks }: Managed,
  force = false,
): Found {
  const holders = new Map([...inOtherProjects, ...inStacks].map((holder) => [holder.id, holder]));
  const whyNot = ({ object: { id } }: Pair): string | undefined => {
    const holder = holders.get(id);
    if (holder) {
      const managed = `the stack ${holder.stack} manages ${id} as ${JSON.stringify(holder.name)}`;
      // One object in two resources of a stack is deleted as soon as one of the two leaves the program.
      if (holder.stack === stack.name) {
        return `${managed}. If you renamed the resource, add an alias, or run \`pulumi state rename\``;
      }
      return force ? undefined : `${managed}. ${forceAdvice}`;
    }
    return force ? undefined : unreadReason(unreadStacks);
  };
  const found: Found = { pairs: [], leftOut: [...leftOut] };
  for (const pair of pairs) {
    const reason = whyNot(pair);
    if (reason === undefined) found.pairs.push(pair);
    else found.leftOut.push({ resource: pair.resource, reason } satisfies LeftOut);
  }
  return found;
}
