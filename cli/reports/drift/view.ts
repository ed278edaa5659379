import { npxCommand } from "../../../provider/shared/command";
import { type NextStep, stackOptions } from "../../shared/shellCommands";
import { countOf, escapeInvisible, formatNumber } from "../../shared/text";
import { type Section, text, type View } from "../view";
import {
  driftedObject,
  ignoredObject,
  sharedObject,
  unmanagedObject,
  unverifiableObject,
} from "./objects";
import {
  countResults,
  type DriftReport,
  hasDrifted,
  isDrifted,
  isFailed,
  isShared,
  type StackReport,
  stackLabel,
  unverifiableGroups,
} from "./report";
import { failureText, findings, overallStatus, verdict } from "./verdict";

/** A stack with its number in the report, from 1, which its links contain. */
type NumberedStack = StackReport & { number: number };

/** The report for people. Its sections say what a reader has to do, and a stack can be in several. */
export function driftView(report: DriftReport): View {
  const stacks = report.stacks.map((stack, index) => ({ ...stack, number: index + 1 }));
  const clean = stacks.filter(({ result }) => result === "clean");
  return {
    status: overallStatus(report),
    title: verdict(report),
    counts: totalCounts(report),
    report,
    checked: stacks.length,
    notes: stacks.length === 0 ? ["There was no stack to check, so no drift could be found."] : [],
    overview: {
      columns: ["Stack", "Found"],
      numbers: ["Changed", "Missing", "Can't be verified", "Compared"],
      rows: [...stacks.filter(isFailed), ...stacks.filter(({ result }) => result === "drift")].map(
        (stack) => ({ ...labelled(stack), found: findings(stack), cells: stackCounts(stack) }),
      ),
    },
    sections: [
      failedSection(stacks.filter(isFailed)),
      driftSection(stacks.filter(isDrifted)),
      sharedSection(stacks.filter(isShared)),
      unmanagedSection(stacks.filter(({ unmanaged = [] }) => unmanaged.length > 0)),
      unverifiableSection(stacks),
      ignoredSection(stacks),
    ],
    rest: {
      id: "clean",
      title: `${countOf(clean.length, "stack")} without drift`,
      why: "Everything that the check could compare matches the state.",
      entries: clean.map((stack) => ({
        status: "clean",
        ...labelled(stack),
        found: comparedSummary(stack),
      })),
    },
    complete: "The HTML report and the JSON report are complete.",
    end: "The report never shows secrets. Auth0 never returns them, so the check can't detect one that was changed outside Pulumi.",
  };
}

const labelled = (stack: NumberedStack) => ({
  title: text`${stackLabel(stack)}`,
  number: stack.number,
});

const failedSection = (stacks: NumberedStack[]): Section => ({
  id: "failed",
  title: failureText,
  why: "The check couldn't determine whether these drifted.",
  entries: stacks.map((stack) => ({
    status: "failed",
    ...labelled(stack),
    messages: stack.problems,
  })),
});

const driftSection = (stacks: NumberedStack[]): Section => ({
  id: "drift",
  title: "Drift",
  entries: stacks.map((stack) => ({
    status: "drift",
    ...labelled(stack),
    found: "Drift",
    notes: isFailed(stack) ? ["The stack was only partly checked, so it may have more drift."] : [],
    steps: remedies(stack),
    objects: stack.resources.filter(hasDrifted).map(driftedObject),
  })),
});

/** To end drift, a user changes the tenant or the state. */
function remedies({ name, folder, resources }: StackReport): NextStep[] {
  const stack = stackOptions({ name, folder });
  const hasNotes = resources.some((one) => hasDrifted(one) && one.note !== undefined);
  const readNotes = hasNotes ? " Read the notes on each object first." : "";
  return [
    {
      title: "Repair",
      effect: `Updates the tenant to match the program and recreates missing objects.${readNotes}`,
      command: escapeInvisible(`pulumi up --refresh ${stack}`),
    },
    {
      title: "Accept",
      effect:
        "Stores the tenant's values in the state. Change the program to match, or the next pulumi up reverts them.",
      command: escapeInvisible(`pulumi refresh ${stack}`),
    },
  ];
}

const sharedSection = (stacks: NumberedStack[]): Section => ({
  id: "shared",
  title: "Several owners",
  why: "Several resources manage each of these objects. Each update reverts the other owner's values, and whichever resource is destroyed first deletes the object for both. Decide which resource keeps the object.",
  entries: stacks.map((stack) => ({
    status: "shared",
    ...labelled(stack),
    found: "Several owners",
    lines: (stack.shared ?? []).map((one) => sharedObject(one, stack)),
  })),
});

const unmanagedSection = (stacks: NumberedStack[]): Section => ({
  id: "unmanaged",
  title: "Unmanaged",
  why: "These objects exist in the tenants, but no stack in the checked projects declares them.",
  entries: stacks.map((stack) => ({
    status: "unmanaged",
    ...labelled(stack),
    found: "Unmanaged",
    steps: [importStep(stack)],
    lines: stack.unmanaged?.map(unmanagedObject) ?? [],
  })),
});

const importStep = ({ name, folder }: StackReport): NextStep => ({
  title: "Import",
  effect:
    "Writes a program and an import file for these objects. If they are in a Provider's tenant, set AUTH0_DOMAIN to that tenant first. If you don't need the objects, delete them in the tenant.",
  command: escapeInvisible(`${npxCommand} import ${stackOptions({ name, folder })}`),
});

const unverifiableSection = (stacks: StackReport[]): Section => ({
  id: "unverifiable",
  title: "Can't be verified",
  why: "The check can't determine whether these drifted, for the reason given.",
  entries: unverifiableGroups(stacks).map(({ note, objects }) => ({
    status: "unverifiable",
    messages: note === "" ? [] : [{ message: note }],
    lines: objects.map(({ stack, resource }) => unverifiableObject(stack, resource)),
  })),
});

const ignoredSection = (stacks: StackReport[]): Section => {
  const lines = stacks.flatMap((stack) =>
    (stack.ignored ?? []).map((one) => ignoredObject(stack, one)),
  );
  return {
    id: "ignored",
    title: "Covered by ignoreChanges",
    why: "These properties differ from the state. The ignoreChanges option leaves them to Auth0, so this isn't drift.",
    entries: lines.length > 0 ? [{ status: "ignored", lines }] : [],
  };
};

/** The numbers of objects by result, without zeros. */
const totalCounts = ({ summary }: DriftReport): string[] => [
  `${countOf(summary.checked, "object")} compared`,
  ...countIfAny(summary.changed, "changed"),
  ...countIfAny(summary.gone, "missing"),
  ...countIfAny(summary.unverifiable, "can't be verified"),
];

const countIfAny = (count: number, what: string) =>
  count > 0 ? [`${formatNumber(count)} ${what}`] : [];

const stackCounts = (stack: StackReport): number[] => [
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
