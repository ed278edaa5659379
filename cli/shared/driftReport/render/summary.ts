import { countOf, formatNumber } from "../../text";
import type { DriftReport, StackReport } from "../report";
import { isDrifted, isFailed, isPartial } from "./findings";
import type { Status } from "./texts";

/** The stack as the command's argument: with its folder, if that is another one. */
export const stackLabel = ({ folder, name }: StackReport): string =>
  folder === "." ? name : `${folder}:${name}`;

/** The report in one sentence. */
export function verdict(report: DriftReport): string {
  if (report.stacks.length === 0) return "No stack was checked";
  const { unmanaged = 0 } = report.summary;
  const objects = unmanaged > 0 ? `; ${countOf(unmanaged, "unmanaged object")}` : "";
  return stacksVerdict(report) + objects;
}

function stacksVerdict(report: DriftReport): string {
  const { stacks, summary } = report;
  const failed = stacks.filter(isFailed);
  const partial = failed.filter(isPartial);
  const [first, ...others] = [
    { count: stacks.filter(isDrifted).length, what: "drifted" },
    { count: failed.length - partial.length, what: "could not be checked" },
    { count: partial.length, what: "checked only in part" },
  ].filter(({ count }) => count > 0);
  if (first === undefined) return cleanVerdict(report);

  const start = `${formatNumber(first.count)} of ${countOf(stacks.length, "stack")} ${first.what}`;
  const rest = others.map(({ count, what }) => `, ${formatNumber(count)} ${what}`).join("");
  // Where nothing drifted, the reader has to hear that the check of the others was complete.
  const clean =
    first.what !== "drifted" && summary.clean > 0
      ? `; no difference in the other ${formatNumber(summary.clean)}`
      : "";
  return start + rest + clean;
}

function cleanVerdict({ stacks, summary: { checked, unverifiable } }: DriftReport): string {
  const result = checked > 0 ? "No drift" : "Nothing to compare";
  const unverified =
    unverifiable > 0 ? `; ${countOf(unverifiable, "object")} cannot be verified` : "";
  return `${result} in ${countOf(stacks.length, "stack")}${unverified}`;
}

/** The objects of all stacks by result, without those of which there are none. */
export const totalCounts = ({ summary }: DriftReport): string[] => [
  `${countOf(summary.checked, "object")} compared`,
  ...countIfAny(summary.changed, "changed"),
  ...countIfAny(summary.gone, "gone"),
  ...countIfAny(summary.unmanaged ?? 0, "unmanaged"),
  ...countIfAny(summary.unverifiable, "cannot be verified"),
];

const countIfAny = (count: number, what: string) =>
  count > 0 ? [`${formatNumber(count)} ${what}`] : [];

/** The columns of `stackCounts`. */
export const countColumns = ["Changed", "Gone", "Cannot be verified", "Compared"] as const;

/** The objects of a stack by result. */
export const stackCounts = (stack: StackReport): number[] => [
  countResources(stack, "changed"),
  countResources(stack, "gone"),
  countResources(stack, "unverifiable"),
  stack.checked,
];

const countResources = ({ resources }: StackReport, result: string) =>
  resources.filter((resource) => resource.result === result).length;

/** How much of a stack without drift could be compared. */
export function comparedSummary(stack: StackReport): string {
  const compared =
    stack.checked > 0 ? `${formatNumber(stack.checked)} compared` : "nothing to compare";
  const unverifiable = countResources(stack, "unverifiable");
  return [compared, ...countIfAny(unverifiable, "cannot be verified")].join(", ");
}

export function overallStatus({ stacks, result }: DriftReport): Status {
  if (stacks.length === 0) return "unverifiable";
  if (result !== "drift") return result;
  return stacks.some(isDrifted) ? "changed" : "unmanaged";
}
