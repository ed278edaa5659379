import { countOf, countsOf, formatNumber, notSet } from "../../text";
import { type DriftReport, hasDrifted, type ResourceReport, type StackReport } from "../report";

/** A symbol beside each word, so that no meaning depends on a colour. */
export const symbols = {
  failed: "!",
  changed: "≠",
  gone: "×",
  unmanaged: "+",
  unverifiable: "?",
  clean: "✓",
} as const;

/** What a symbol, and a colour of the page, stands for. */
export type Status = keyof typeof symbols;

/** The sentences that every form of the report uses. */
export const texts = {
  failed: "Could not be checked",
  failedWhy: "Whether these drifted could not be determined.",
  partial: "Checked only in part",
  partialWhy: "There may be more drift in this stack: it could be checked only in part.",
  drift: "Drift",
  unmanaged: "Unmanaged",
  unmanagedWhy:
    "The tenants have these objects, and no stack of the checked projects declares them.",
  unverifiable: "Cannot be verified",
  unverifiableWhy: "Whether these drifted cannot be determined, for the reason given.",
  clean: "No difference",
  cleanWhy: "Everything that could be compared matches the state.",
  noStack: "There was no stack to check, so no drift could be found.",
  gone: "The object no longer exists in the tenant.",
  completeReports: "The HTML report and the JSON report are complete.",
  notSet,
  secrets:
    "Secrets are never shown. A secret that was changed outside of Pulumi cannot be detected.",
} as const;

/** A stack with its place in the report, from 1; the page's links are made of it. */
export interface NumberedStack {
  stack: StackReport;
  number: number;
}

/** Objects that cannot be verified, for the same reason. */
export interface UnverifiableGroup {
  note: string;
  objects: { stack: StackReport; resource: ResourceReport }[];
}

interface Finding {
  status: Status;
  text: string;
}

export const driftedResources = (stack: StackReport): ResourceReport[] =>
  stack.resources.filter(hasDrifted);

export const isDrifted = (stack: StackReport): boolean => stack.resources.some(hasDrifted);

const hasUnmanaged = ({ unmanaged = [] }: StackReport): boolean => unmanaged.length > 0;

export const isFailed = ({ result }: StackReport): boolean => result === "failed";

/** Whether a failed check got as far as some objects. */
const isPartial = ({ checked, resources }: StackReport): boolean =>
  checked > 0 || resources.length > 0;

/** A stack that was checked in part can both have failed and have drifted; any can have unmanaged objects. */
export function findings(stack: StackReport): Finding[] {
  const unmanaged = stack.unmanaged?.length ?? 0;
  const possible: [isFound: boolean, Finding][] = [
    [isFailed(stack), { status: "failed", text: isPartial(stack) ? texts.partial : texts.failed }],
    [isDrifted(stack), { status: "changed", text: texts.drift }],
    [unmanaged > 0, { status: "unmanaged", text: countOf(unmanaged, "unmanaged object") }],
  ];
  return possible.filter(([isFound]) => isFound).map(([, finding]) => finding);
}

/** The stacks by what a reader has to do; one that was checked in part can be in two groups. */
export function groupFindings({ stacks }: DriftReport) {
  const all = stacks.map((stack, index): NumberedStack => ({ stack, number: index + 1 }));
  const failed = all.filter(({ stack }) => isFailed(stack));
  return {
    needAction: [...failed, ...all.filter(({ stack }) => stack.result === "drift")],
    failed,
    drift: all.filter(({ stack }) => isDrifted(stack)),
    unmanaged: all.filter(({ stack }) => hasUnmanaged(stack)),
    unverifiable: unverifiableGroups(stacks),
    clean: all.filter(({ stack }) => stack.result === "clean"),
  };
}

function unverifiableGroups(stacks: StackReport[]): UnverifiableGroup[] {
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

/** The stack as the command's argument: with its folder, if that is another one. */
export const stackLabel = ({ folder, name }: StackReport): string =>
  folder === "." ? name : `${folder}:${name}`;

/** The report in one sentence; `checked` stands for its stacks. */
export function verdict(
  report: DriftReport,
  checked = countOf(report.stacks.length, "stack"),
): string {
  if (report.stacks.length === 0) return "No stack was checked";
  const { unmanaged = 0 } = report.summary;
  const objects = unmanaged > 0 ? `; ${countOf(unmanaged, "unmanaged object")}` : "";
  return stacksVerdict(report, checked) + objects;
}

function stacksVerdict({ stacks, summary }: DriftReport, checked: string): string {
  const drifted = stacks.filter(isDrifted).length;
  const failed = stacks.filter(isFailed);
  const partial = failed.filter(isPartial).length;
  const total = countOf(stacks.length, "stack");
  const counts = countsOf(total, [
    { count: drifted, what: "drifted" },
    { count: failed.length - partial, what: "could not be checked" },
    { count: partial, what: "checked only in part" },
  ]);
  if (counts === "") {
    const result = summary.checked > 0 ? "No drift" : "Nothing to compare";
    return `${result} in ${checked}`;
  }
  // Where nothing drifted, the reader has to hear that the check of the others was complete.
  const isRestClean = drifted === 0 && summary.clean > 0;
  return isRestClean
    ? `${counts}; no difference in the other ${formatNumber(summary.clean)}`
    : counts;
}

/** The objects of all stacks by result, without those of which there are none. */
export const totalCounts = (report: DriftReport): string[] => [
  ...comparedCounts(report),
  ...countIfAny(report.summary.unverifiable, "cannot be verified"),
];

/** The same of the objects that could be compared. */
export const comparedCounts = ({ summary }: DriftReport): string[] => [
  `${countOf(summary.checked, "object")} compared`,
  ...countIfAny(summary.changed, "changed"),
  ...countIfAny(summary.gone, "gone"),
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
