import { displayName } from "../../shared/text";
import { codeAfter, type InstructionBlock, listAfter } from "./instructions";
import type { OfficialObject, OfficialState } from "./officialState";
import { visibleShellWord } from "./visibleShellWord";

/**
 * `pulumi state delete` for the objects on which only objects depend that go before them, and
 * `retainOnDelete` for the others, which it refuses.
 */
export function forgetPulumi(
  { stack = "" }: OfficialState,
  taken: OfficialObject[],
): InstructionBlock[] {
  const dependantsFirst = [...taken].reverse();
  const blockers = findBlockers(dependantsFirst);
  const deletable = dependantsFirst.filter(({ address }) => !blockers.has(address));
  return [
    {
      text: `Pulumi still manages these objects in the stack ${displayName(stack)}. Its \`up\` deletes an object that is gone from the program, and creates one again that is gone from the state. So stop every pipeline that runs the old program, and do all of the following in its folder before you start one again.`,
    },
    ...listAfter(
      "These URNs also have replaced objects in the state: run `pulumi up` first, and check that it deletes these and nothing else.",
      dependantsFirst.flatMap(describePendingDeletions),
    ),
    ...codeAfter(
      "Run these commands, and then delete the resources from the old program before anybody runs `pulumi up` there.",
      "sh",
      deletable.map((object) => deleteCommand(object, stack)),
    ),
    ...listAfter(
      "`pulumi state delete` refuses these objects, because resources that stay in the stack depend on them:",
      [...blockers].map(([address, names]) => `${code(address)}: ${names.map(code).join(", ")}`),
    ),
    ...(blockers.size > 0 ? [{ text: retain }] : []),
  ];
}

const retain =
  "In the old program, give them the options `retainOnDelete: true` and `protect: false`, and run `pulumi up`. Then delete them from the program, and run `pulumi up` again: it forgets them and deletes nothing. Where a resource that stays refers to one of them, put the id of the object there as text. Remove them from `dependsOn`, `deletedWith` and `replaceWith`. A child of one needs another `parent`, and the option `aliases` with its URN.";

const code = (address: string): string => `\`${displayName(address)}\``;

/** The dependants of each object that stay; an object that cannot be forgotten first stays as well. */
function findBlockers(dependantsFirst: OfficialObject[]): Map<string, string[]> {
  const forgettable = new Set<string>();
  const blockers = new Map<string, string[]>();
  for (const { address, dependants } of dependantsFirst) {
    const staying = dependants.filter((dependant) => !forgettable.has(dependant));
    if (staying.length > 0) blockers.set(address, staying);
    else forgettable.add(address);
  }
  return blockers;
}

const describePendingDeletions = ({ address, pendingDeletions }: OfficialObject): string[] =>
  pendingDeletions.length > 0 ? [`${code(address)}: ${pendingDeletions.map(code).join(", ")}`] : [];

function deleteCommand({ address, isProtected }: OfficialObject, stack: string): string {
  const force = isProtected ? " --force" : "";
  return `pulumi state delete ${visibleShellWord(address)} --stack ${visibleShellWord(stack)} --yes${force}`;
}
