import { countOf, countsOf, formatNumber } from "../../shared/text";
import type { Finding, Status, Text } from "../view";
import {
  countResults,
  type DriftReport,
  hasDrifted,
  type ResourceReport,
  type StackReport,
} from "./report";

export interface UnverifiableGroup {
  note: string;
  objects: { stack: StackReport; resource: ResourceReport }[];
}

export const isDrifted = (stack: StackReport): boolean => stack.resources.some(hasDrifted);

export const isFailed = ({ result }: StackReport): boolean => result === "failed";

/** Whether a failed check has compared some objects. */
const isPartial = ({ checked, resources }: StackReport): boolean =>
  checked > 0 || resources.length > 0;

export const failureText = (stack: StackReport): string =>
  isPartial(stack) ? "Partly checked" : "Couldn't be checked";

/** A stack that was checked in part can have failed and have drifted. Any stack can have unmanaged objects. */
export function findings(stack: StackReport): Finding[] {
  const unmanaged = stack.unmanaged?.length ?? 0;
  const possible: [isFound: boolean, Finding][] = [
    [isFailed(stack), { status: "failed", text: failureText(stack) }],
    [isDrifted(stack), { status: "drift", text: "Drift" }],
    [unmanaged > 0, { status: "unmanaged", text: countOf(unmanaged, "unmanaged object") }],
  ];
  return possible.filter(([isFound]) => isFound).map(([, finding]) => finding);
}

export function unverifiableGroups(stacks: StackReport[]): UnverifiableGroup[] {
  const groups = new Map<string, UnverifiableGroup>();
  for (const stack of stacks) {
    for (const resource of stack.resources) {
      if (hasDrifted(resource)) continue;
      const note = resource.note ?? "";
      const group = groups.get(note) ?? { note, objects: [] };
      group.objects.push({ stack, resource });
      groups.set(note, group);
    }
  }
  return [...groups.values()];
}

/** The stack as the command's argument, with its folder if that isn't the current one. */
export const stackLabel = ({ folder, name }: StackReport): string =>
  folder === "." ? name : `${folder}:${name}`;

export function verdict({ stacks, summary }: DriftReport): Text {
  const [only, ...others] = stacks;
  if (only === undefined) return "No stack was checked";
  const { unmanaged = 0 } = summary;
  const objects = unmanaged > 0 ? `; ${countOf(unmanaged, "unmanaged object")}` : "";
  const drifted = stacks.filter(isDrifted).length;
  const failed = stacks.filter(isFailed);
  const partial = failed.filter(isPartial).length;
  const total = countOf(stacks.length, "stack");
  const counts = countsOf(total, [
    { count: drifted, what: "drifted" },
    { count: failed.length - partial, what: "couldn't be checked" },
    { count: partial, what: `${partial === 1 ? "was" : "were"} partly checked` },
  ]);
  if (counts === "") {
    const result = summary.checked > 0 ? "No drift" : "Nothing to compare";
    return others.length === 0
      ? [`${result} in `, { outside: stackLabel(only) }, objects]
      : `${result} in ${total}${objects}`;
  }
  // If nothing drifted, the reader has to know that the check of the others was complete.
  const isRestClean = drifted === 0 && summary.clean > 0;
  const rest = isRestClean ? `; no drift in ${countOf(summary.clean, "other stack")}` : "";
  return counts + rest + objects;
}

/** The numbers of objects by result, without zeros. */
export const totalCounts = ({ summary }: DriftReport): string[] => [
  `${countOf(summary.checked, "object")} compared`,
  ...countIfAny(summary.changed, "changed"),
  ...countIfAny(summary.gone, "missing"),
  ...countIfAny(summary.unverifiable, "can't be verified"),
];

const countIfAny = (count: number, what: string) =>
  count > 0 ? [`${formatNumber(count)} ${what}`] : [];

export const stackCounts = (stack: StackReport): number[] => [
  countResults(stack.resources, "changed"),
  countResults(stack.resources, "gone"),
  countResults(stack.resources, "unverifiable"),
  stack.checked,
];

/** How much of a stack without drift could be compared. */
export function comparedSummary(stack: StackReport): string {
  const compared =
    stack.checked > 0 ? `${formatNumber(stack.checked)} compared` : "nothing to compare";
  const unverifiable = countResults(stack.resources, "unverifiable");
  return [compared, ...countIfAny(unverifiable, "can't be verified")].join(", ");
}

export function overallStatus({ stacks, result }: DriftReport): Status {
  if (stacks.length === 0) return "unverifiable";
  if (result !== "drift") return result;
  return stacks.some(isDrifted) ? "drift" : "unmanaged";
}
