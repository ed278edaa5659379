import { countOf, formatNumber } from "../../shared/number";
import { formatDuration, formatTime } from "../../shared/time";
import { type DriftReport, hasDrifted, type ResourceReport, type StackReport } from "../report";

/** A stack, and its place in the report. */
export interface NumberedStack {
  stack: StackReport;
  number: number;
}

/** A sign for each word, so that neither is needed alone; no meaning is in a colour. */
export const symbols = {
  failed: "!",
  changed: "≠",
  gone: "×",
  unverifiable: "?",
  clean: "✓",
} as const;

/** What is said of a group of stacks or objects, wherever a report is told. */
export const texts = {
  failed: "Could not be checked",
  failedWhy: "Nobody knows whether these drifted.",
  partly: "Checked only in part",
  partlyWhy: "There may be more drift in this stack: it could be checked only in part.",
  drift: "Drift",
  unverifiable: "Cannot be verified",
  unverifiableWhy: "What these hold cannot be read back, so nobody can say whether it drifted.",
  clean: "No difference",
  cleanWhy: "What could be compared is as declared.",
  empty: "There was no stack to check, so nothing is known.",
  gone: "The tenant has no such object any more.",
  whole: "The HTML and the JSON report hold everything.",
  notSet: "not set",
  secrets: "Secrets are never shown, and one that was changed elsewhere cannot be seen.",
} as const;

export const driftedResources = (stack: StackReport): ResourceReport[] =>
  stack.resources.filter(hasDrifted);

/** The stack as the command takes it: with its program's folder where that is another. */
export const stackLabel = ({ folder, name }: StackReport): string =>
  folder === "." ? name : `${folder}:${name}`;

const hasDrift = (stack: StackReport) => stack.resources.some(hasDrifted);
const hasFailed = ({ result }: StackReport) => result === "failed";

/** Whether something was seen of a stack whose check failed. */
export const isPartial = ({ checked, resources }: StackReport) =>
  checked > 0 || resources.length > 0;

export interface Finding {
  status: keyof typeof symbols;
  text: string;
}

/** What was found in a stack, in words; both where a part of it could not be checked. */
export function findings(stack: StackReport): Finding[] {
  const failed: Finding = {
    status: "failed",
    text: isPartial(stack) ? texts.partly : texts.failed,
  };
  const drift: Finding = { status: "changed", text: texts.drift };
  return [...(hasFailed(stack) ? [failed] : []), ...(hasDrift(stack) ? [drift] : [])];
}

/** Objects of which the same is to be said. */
export interface UnverifiableGroup {
  note: string;
  objects: { stack: StackReport; resource: ResourceReport }[];
}

/** The stacks by what a reader has to do; one that was checked in part may be in two groups. */
export function groupFindings({ stacks }: DriftReport) {
  const all = stacks.map((stack, index): NumberedStack => ({ stack, number: index + 1 }));
  const failed = all.filter(({ stack }) => hasFailed(stack));
  const alike = new Map<string, UnverifiableGroup>();
  for (const stack of stacks)
    for (const resource of stack.resources.filter((one) => !hasDrifted(one))) {
      const note = resource.note ?? "";
      const group = alike.get(note) ?? { note, objects: [] };
      alike.set(note, group);
      group.objects.push({ stack, resource });
    }
  return {
    toLookAt: [...failed, ...all.filter(({ stack }) => stack.result === "drift")],
    failed,
    drift: all.filter(({ stack }) => hasDrift(stack)),
    unverifiable: [...alike.values()],
    clean: all.filter(({ stack }) => stack.result === "clean"),
  };
}

/** The report in one sentence. */
export function verdict(report: DriftReport): string {
  const { stacks, summary } = report;
  if (stacks.length === 0) return "No stack was checked";
  const failed = stacks.filter(hasFailed);
  const inPart = failed.filter(isPartial).length;
  const kinds: [number, string][] = [
    [stacks.filter(hasDrift).length, "drifted"],
    [failed.length - inPart, "could not be checked"],
    [inPart, "checked only in part"],
  ];
  const [first, ...rest] = kinds.filter(([many]) => many > 0);
  if (first === undefined) return cleanVerdict(report);
  const [many, what] = first;
  const others = rest.map(([more, happened]) => `, ${formatNumber(more)} ${happened}`).join("");
  const alone = what === "drifted" || summary.clean === 0;
  const clean = alone ? "" : `; no difference in the other ${formatNumber(summary.clean)}`;
  return `${formatNumber(many)} of ${countOf(stacks.length, "stack")} ${what}${others}${clean}`;
}

function cleanVerdict({ stacks, summary: { checked, unverifiable } }: DriftReport): string {
  const unseen = unverifiable > 0 ? `; ${countOf(unverifiable, "object")} cannot be verified` : "";
  return `${checked > 0 ? "No drift" : "Nothing to compare"} in ${countOf(stacks.length, "stack")}${unseen}`;
}

/** The objects of all stacks, counted; nothing of what there is none of. */
export const totalCounts = ({ summary }: DriftReport): string[] => [
  `${countOf(summary.checked, "object")} compared`,
  ...countIfAny(summary.changed, "changed"),
  ...countIfAny(summary.gone, "gone"),
  ...countIfAny(summary.unverifiable, "cannot be verified"),
];

const countIfAny = (many: number, word: string) =>
  many > 0 ? [`${formatNumber(many)} ${word}`] : [];

/** What was found in a stack, counted: changed, gone, cannot be verified, compared. */
export const stackCounts = ({ resources, checked }: StackReport): number[] => [
  ...(["changed", "gone", "unverifiable"] as const).map(
    (result) => resources.filter((resource) => resource.result === result).length,
  ),
  checked,
];

export const countColumns = ["Changed", "Gone", "Cannot be verified", "Compared"] as const;

/** What a stack without drift is worth: how much of it could be compared. */
export const comparedSummary = (stack: StackReport): string => {
  const [, , unverifiable = 0] = stackCounts(stack);
  const compared =
    stack.checked > 0 ? `${formatNumber(stack.checked)} compared` : "nothing to compare";
  return [compared, ...countIfAny(unverifiable, "cannot be verified")].join(", ");
};

/** When it was made, and how long that took. */
export const checkTime = ({ startedAt, finishedAt }: DriftReport): string =>
  `Checked ${formatTime(finishedAt)}, in ${formatDuration(startedAt, finishedAt)}`;

/** How all of it looks. */
export const overallStatus = ({ stacks, result }: DriftReport): keyof typeof symbols =>
  stacks.length === 0 ? "unverifiable" : result === "drift" ? "changed" : result;

/** Paths of what differs in an object, the first of them. */
export function firstPaths({ properties }: ResourceReport): { paths: string[]; more: number } {
  return { paths: properties.slice(0, 3).map(({ path }) => path), more: properties.length - 3 };
}
