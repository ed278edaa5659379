import { stderrLogger } from "../shared/log";
import { inParallel } from "../shared/parallel";
import { listOtherStacks } from "../shared/pulumi";
import { readStackObjects, type StackObject } from "../shared/stackObjects";
import type { TenantObject } from "../shared/tenantObjects";
import type { SkippedObject } from "./plan";

/** Exports at the same time. Each starts a process of the CLI. */
export const parallelExports = 4;

/**
 * The objects that the stacks of other projects in the same backend manage. A warning lists the stacks that can't
 * be read, because they may manage some of the tenant's objects.
 */
export async function readOtherProjects(folder: string, project: string): Promise<StackObject[]> {
  const nothing =
    (what: string) =>
    ({ message }: Error) => {
      stderrLogger.warn(`${what}, so they may manage some of these objects: ${message}`);
      return [];
    };
  const listed = listOtherStacks(folder, project);
  const names = await listed.catch(nothing("couldn't list the stacks of other projects"));
  const states = await inParallel<string, StackObject[]>(names, parallelExports, (name) =>
    readStackObjects({ folder, name }).catch(nothing(`couldn't read the resources of ${name}`)),
  );
  return states.flat().filter(({ isRead }) => !isRead);
}

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

/** Leaves out the objects that a stack of another project manages, or adds a note to them with --force. */
export function withoutOtherProjects(
  { objects, skipped }: Selection,
  others: StackObject[],
  force = false,
): Selection {
  const left: Selection = { objects: [], skipped: [...skipped] };
  for (const object of objects) {
    const { kind, id, label, notes } = object;
    const holder = holderText(id, others);
    if (!holder) left.objects.push(object);
    else if (force) left.objects.push({ ...object, notes: [...notes, `${holder}${twoOwners}`] });
    else left.skipped.push({ kind, id, label, reasons: [`${holder}${forceAdvice}`] });
  }
  return left;
}

const twoOwners = "Each of the two stacks changes it to its own values, and either can delete it.";

const forceAdvice =
  "Remove it there with `pulumi state delete`. To let both stacks manage it, import it with --force.";
