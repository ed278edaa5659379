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

/** A stack with its number in the report, from 1, of which links are made. */
type NumberedStack = StackReport & { number: number };

/** The report for people: its sections say what a reader has to do, and a stack can be in several. */
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
      numbers: ["Changed", "Gone", "Cannot be verified", "Compared"],
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
      title: `${countOf(clean.length, "stack")} without a difference`,
      why: "Everything that could be compared matches the state.",
      what: "clean stack",
      isProgress: true,
      entries: clean.map((stack) => ({
        status: "clean",
        ...labelled(stack),
        found: comparedSummary(stack),
      })),
    },
    complete: "The HTML report and the JSON report are complete.",
    end: "Secrets are never shown. A secret that was changed outside of Pulumi cannot be detected.",
  };
}

const labelled = (stack: NumberedStack) => ({
  title: text`${stackLabel(stack)}`,
  number: stack.number,
});

const failedSection = (stacks: NumberedStack[]): Section => ({
  id: "failed",
  title: "Could not be checked",
  why: "Whether these drifted could not be determined.",
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
    notes: isFailed(stack)
      ? ["There may be more drift in this stack: it could be checked only in part."]
      : [],
    steps: remedies(stack),
    objects: stack.resources.filter(hasDrifted).map(driftedObject),
  })),
});

/** The two ways to end drift: change the tenant, or change the state. */
function remedies({ name, folder, resources }: StackReport): NextStep[] {
  const stack = stackOptions({ name, folder });
  const hasNotes = resources.some((one) => hasDrifted(one) && one.note !== undefined);
  const readNotes = hasNotes ? " Read the notes of its objects first." : "";
  return [
    {
      title: "Repair",
      effect: `Changes the tenant to match the program, and creates again what is gone.${readNotes}`,
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
    found: result,
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
  why: "The tenants have these objects, and no stack of the checked projects declares them.",
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
    "Writes a program and an import file for these objects; for those in the tenant of a Provider, set AUTH0_DOMAIN to it first. Or delete them in the tenant.",
  command: escapeInvisible(`${npxCommand} import ${stackOptions({ name, folder })}`),
});

function unmanagedObject(one: UnmanagedReport): Entry {
  const { createdAt } = one;
  const created = createdAt === undefined ? [] : [text`created ${formatTime(createdAt)}`];
  return { status: "unmanaged", ...object(one), facts: [...facts(one), ...created] };
}

const unverifiableSection = (stacks: StackReport[]): Section => ({
  id: "unverifiable",
  title: "Cannot be verified",
  why: "Whether these drifted cannot be determined, for the reason given.",
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
    why: "These properties differ from the state. The option ignoreChanges leaves them to Auth0, so this is no drift.",
    what: "list of ignored differences",
    entries: lines.length > 0 ? [{ status: "ignored", lines }] : [],
  };
};

const shown = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
