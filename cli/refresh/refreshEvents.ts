import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";
import { parseUrn } from "../../provider/shared/urn";
import type { ResourceReport } from "../reports/drift/report";
import { type Diagnostic, problemsIn } from "../shared/diagnostic";
import { resourceOf } from "../shared/state";
import { changedInputs, changedProperties, pathsOfEngine } from "./propertyDiff";

export interface RefreshStep {
  metadata: StepEventMetadata;
  report: ResourceReport;
}

export interface RefreshResult {
  checked: number;
  /** All objects that the engine has read. */
  objects: StepEventMetadata[];
  /** Objects that drifted, and those that can't be compared. */
  steps: RefreshStep[];
  /** Objects that differ, but that the engine counts as unchanged because of `ignoreChanges`. */
  same: RefreshStep[];
  problems: Diagnostic[];
}

export function readRefreshEvents(events: EngineEvent[]): RefreshResult {
  const objects = events
    .flatMap(({ resOutputsEvent }) => (resOutputsEvent ? [resOutputsEvent.metadata] : []))
    .filter(isComparable);
  const all = objects.flatMap((metadata): RefreshStep[] => {
    const report = reportOf(metadata);
    return report === undefined ? [] : [{ metadata, report }];
  });
  const isSame = ({ metadata, report }: RefreshStep) =>
    metadata.op === "same" && report.result === "changed";
  const steps = all.filter((step) => !isSame(step));
  const unverifiable = steps.filter(({ report }) => report.result === "unverifiable");
  return {
    checked: objects.length - unverifiable.length,
    objects,
    // The engine reads in parallel and in any order, but the same drift should give the same report.
    steps: steps.sort((a, b) => (a.report.urn < b.report.urn ? -1 : 1)),
    same: all.filter(isSame),
    problems: problemsIn(events),
  };
}

/**
 * The events of the refresh in a preview, as `pulumi refresh` has them. It ends before the program starts, and its
 * events don't say whether an object differs.
 */
export function eventsOfRefresh(events: EngineEvent[]): EngineEvent[] {
  const isOfProgram = ({ resourcePreEvent: event }: EngineEvent) =>
    event !== undefined && event.metadata.op !== "refresh";
  const end = events.findIndex(isOfProgram);
  return events.slice(0, end < 0 ? undefined : end).map((event) => {
    const metadata = event.resOutputsEvent?.metadata;
    if (metadata === undefined) return event;
    const op = pathsOfEngine(metadata).length > 0 ? "update" : "same";
    return {
      ...event,
      resOutputsEvent: { metadata: { ...metadata, op: metadata.new ? op : "delete" } },
    };
  });
}

/** Whether a program declares the object. False for stacks, providers, components, and what a replacement left. */
const isComparable = ({ type, old }: StepEventMetadata) =>
  !type.startsWith("pulumi:") && old?.custom === true && !old.delete;

/** The report on an object. Undefined if it doesn't differ, which provider/lifecycle/diff.ts decides. */
function reportOf(metadata: StepEventMetadata): ResourceReport | undefined {
  const { op, urn, type, old, new: live } = metadata;
  const resource = resourceOf(type);
  const { tenant, updatedAt } = (live ?? old)?.outputs ?? {};
  const base = {
    urn,
    kind: resource?.definition.name ?? type,
    name: parseUrn(urn).name,
    id: old?.id ?? "",
    ...(resource && typeof tenant === "string" && { tenant }),
    properties: [],
  };
  const note = resource?.definition.unreadable;
  if (note !== undefined) return { ...base, result: "unverifiable", note };
  if (op === "same") {
    // Other providers return inputs that no program has set.
    const properties = resource ? changedInputs(metadata, resource.schema) : [];
    return properties.length > 0 ? { ...base, result: "changed", properties } : undefined;
  }
  if (op === "delete") return { ...base, result: "gone" };

  const properties = changedProperties(metadata, resource?.schema ?? {});
  // The engine also says "refresh" of a step that only changes outputs, such as a timestamp.
  if (op === "refresh" && properties.length === 0) return undefined;

  return {
    ...base,
    result: "changed",
    ...(resource && typeof updatedAt === "string" && { updatedAt }),
    properties,
    ...(properties.length === 0 && { note: unknownDifference(pathsOfEngine(metadata)) }),
  };
}

const unknownDifference = (keys: string[]) =>
  keys.length > 0
    ? `The object differs in ${keys.join(", ")}, but its provider doesn't report the values.`
    : "The object differs, but its provider doesn't report how.";
