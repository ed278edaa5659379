import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";
import { ownProperty } from "../../../provider/shared/json";
import { driftNote } from "../../refresh/compareStack";
import { byUrn } from "../../refresh/concurrentUpdate";
import { withoutIgnored } from "../../refresh/ignoredChanges";
import { propertyDiff } from "../../refresh/propertyDiff";
import type { RefreshResult, RefreshStep } from "../../refresh/refreshEvents";
import { hasDrifted } from "../../reports/drift/report";
import type { Target } from "../../shared/pulumi";
import { resourceOf, type StackState } from "../../shared/state";
import type { Repair } from "../previewReport/report";
import { changingSteps } from "./outcome";

export interface Repairs {
  /** What the plan changes back in the tenant. */
  repairs: Repair[];
  /** The number of objects that the plan changes because of the program. */
  changes: number;
  /** The names and properties of the objects whose live values only the state lacks. */
  accepted: string[];
}

/** What drifted, as the refresh of a preview found it. Without what `ignoreChanges` leaves to Auth0. */
export function driftFound(found: RefreshResult, state: StackState): RefreshStep[] {
  const drifted = found.steps.filter(({ report }) => hasDrifted(report));
  return withoutIgnored({ ...found, steps: drifted }, byUrn(state)).steps;
}

/** Tells the repairs in a plan from what the program changes. */
export function repairsIn(drifted: RefreshStep[], events: EngineEvent[], target: Target): Repairs {
  const planned = new Map<string, StepEventMetadata>();
  for (const step of changingSteps(events)) {
    const urn = step.old?.urn ?? step.urn;
    if (planned.get(urn)?.new == null) planned.set(urn, step);
  }
  const repairs: Repair[] = [];
  const accepted: string[] = [];
  let changes = planned.size;
  for (const drift of drifted) {
    const step = planned.get(drift.metadata.urn);
    const repair = step && repairOf(drift, step, target);
    if (repair) repairs.push(repair);
    if (repair && !isChangedByProgram(drift, step)) changes -= 1;
    if (step === undefined) accepted.push(textOf(drift));
  }
  return { repairs, changes, accepted };
}

const textOf = ({ report: { name, properties } }: RefreshStep): string =>
  `${name}: ${properties.map(({ path }) => path).join(", ") || "missing"}`;

const schemaOf = ({ type }: StepEventMetadata) => resourceOf(type)?.schema ?? {};

/** Undefined if the step leaves what drifted as it is in the tenant. */
function repairOf(
  { metadata, report }: RefreshStep,
  step: StepEventMetadata,
  target: Target,
): Repair | undefined {
  if (step.new == null) return undefined;
  const { kind, name, id, result } = report;
  if (result === "gone") return { kind, name, id, isMissing: true, properties: [] };
  const drifted = report.properties.map(({ path }) => path);
  const properties = propertyDiff(
    schemaOf(metadata),
    metadata.new?.inputs ?? {},
    step.new.inputs,
  ).flatMap(({ path, expected, live }) =>
    drifted.includes(path)
      ? [
          {
            path,
            ...(expected !== undefined && { live: expected }),
            ...(live !== undefined && { program: live }),
          },
        ]
      : [],
  );
  if (properties.length === 0) return undefined;
  const note = noteOn(metadata, { name, id, properties }, target);
  return { kind, name, id, properties, ...(note && { note }) };
}

/** What Auth0 may reject, and what to do before the approval. */
function noteOn(
  { type }: StepEventMetadata,
  found: Pick<Repair, "name" | "id" | "properties">,
  target: Target,
): string | undefined {
  const definition = resourceOf(type)?.definition;
  const note = driftNote(definition, found, target);
  const advice = found.properties.flatMap(
    ({ path }) => ownProperty(definition?.onRefusal ?? {}, path) ?? [],
  );
  if (note === undefined || advice.length === 0) return note;
  return `${note}\nAuth0 can reject this repair. ${advice.join("\n").replaceAll("<id>", found.id)}`;
}

const isChangedByProgram = ({ metadata }: RefreshStep, step: StepEventMetadata | undefined) =>
  propertyDiff(schemaOf(metadata), metadata.old?.inputs ?? {}, step?.new?.inputs ?? {}).length > 0;
