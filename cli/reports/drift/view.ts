import { npxCommand } from "../../../provider/shared/command";
import type { Json } from "../../../provider/shared/json";
import { type NextStep, stackOptions } from "../../shared/shellCommands";
import { countOf, escapeInvisible } from "../../shared/text";
import { formatTime } from "../../shared/time";
import { type Entry, type Section, type Text, text, type View } from "../view";
import {
  type DriftReport,
  hasDrifted,
  type ResourceReport,
  type StackReport,
  type UnmanagedReport,
} from "./report";
import {
  comparedSummary,
  failureText,
  findings,
  isDrifted,
  isFailed,
  overallStatus,
  stackCounts,
  stackLabel,
  totalCounts,
  unverifiableGroups,
  verdict,
} from "./summary";

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
      unmanagedSection(stacks.filter(({ unmanaged = [] }) => unmanaged.length > 0)),
      unverifiableSection(stacks),
      ignoredSection(stacks),
    ],
    rest: {
      id: "clean",
      title: `${countOf(clean.length, "stack")} without drift`,
      why: "Everything that the check could compare matches the state.",
      what: "clean stack",
      isProgress: true,
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
  title: "Couldn't be checked",
  why: "The check couldn't determine whether these drifted.",
  what: "failed check",
  entries: stacks.map((stack) => ({
    status: "failed",
    ...labelled(stack),
    found: failureText(stack),
    messages: stack.problems,
  })),
});

const driftSection = (stacks: NumberedStack[]): Section => ({
  id: "drift",
  title: "Drift",
  what: "drifted object",
  isMain: true,
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

function driftedObject(resource: ResourceReport): Entry {
  const { result, properties, urn, updatedAt } = resource;
  return {
    ...object(resource),
    status: result,
    found: result === "gone" ? "missing" : result,
    facts: [
      ...facts(resource),
      ...(updatedAt === undefined ? [] : [text`last written ${formatTime(updatedAt)}`]),
    ],
    urn,
    notes: result === "gone" ? ["The object no longer exists in the tenant."] : [],
    ...(properties.length > 0 && {
      table: {
        what: ["more property", "more properties"],
        columns: ["Property", "Expected", "Live"],
        rows: properties.map(({ path, expected, live }) => [
          text`${path}`,
          { value: expected },
          { value: live },
        ]),
      },
    }),
  };
}

type AnyObject = Pick<ResourceReport, "kind" | "name" | "id" | "tenant" | "note">;

const object = ({ kind, name, note }: AnyObject) => ({
  title: text`${kind} ${name}`,
  messages: note === undefined ? [] : [{ message: note }],
});

const facts = ({ id, tenant }: AnyObject): Text[] => [
  ...(tenant === undefined ? [] : [text`tenant ${tenant}`]),
  text`ID ${id}`,
];

const unmanagedSection = (stacks: NumberedStack[]): Section => ({
  id: "unmanaged",
  title: "Unmanaged",
  why: "These objects exist in the tenants, but no stack of the checked projects declares them.",
  what: "stack with unmanaged objects",
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

function unmanagedObject(one: UnmanagedReport): Entry {
  const { createdAt } = one;
  const created = createdAt === undefined ? [] : [text`created ${formatTime(createdAt)}`];
  return { status: "unmanaged", ...object(one), facts: [...facts(one), ...created] };
}

const unverifiableSection = (stacks: StackReport[]): Section => ({
  id: "unverifiable",
  title: "Can't be verified",
  why: "The check can't determine whether these drifted, for the reason given.",
  what: "unverifiable group",
  entries: unverifiableGroups(stacks).map(({ note, objects }) => ({
    status: "unverifiable",
    messages: note === "" ? [] : [{ message: note }],
    lines: objects.map(({ stack, resource }) => ({
      status: "unverifiable",
      title: object(resource).title,
      facts: [text`in ${stackLabel(stack)}`, ...facts(resource)],
    })),
  })),
});

const ignoredSection = (stacks: StackReport[]): Section => {
  const lines = stacks.flatMap((stack) =>
    (stack.ignored ?? []).map((one): Entry => {
      const values = one.properties.map(({ path, live = "not set" }) => `${path} (${shown(live)})`);
      const left = text`left to Auth0: ${values.join(", ")}`;
      const inStack = text`in ${stackLabel(stack)}`;
      return { status: "ignored", ...object(one), facts: [inStack, ...facts(one), left] };
    }),
  );
  return {
    id: "ignored",
    title: "Covered by ignoreChanges",
    why: "These properties differ from the state. The option ignoreChanges leaves them to Auth0, so this isn't drift.",
    what: "list of ignored differences",
    entries: lines.length > 0 ? [{ status: "ignored", lines }] : [],
  };
};

const shown = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
