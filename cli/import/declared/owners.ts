import type { ImportTarget } from "../openTarget";
import { forceAdvice, unreadReason } from "../otherProjects";
import type { Found, LeftOut, Pair } from "./pairs";

/** Leaves out the objects that a stack manages already, or may manage. */
export function withoutManaged(
  { pairs, leftOut }: Found,
  target: ImportTarget,
  force = false,
): Found {
  const { stack, inStacks, inOtherProjects, unreadStacks } = target;
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
