import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";
import { resourceOf } from "../../shared/resourceOf";
import { parseUrn } from "../../shared/urn";
import type { PlannedChange } from "../previewReport/report";
import { plannedProperties } from "./plannedProperties";

/** What a preview plans, by the events of the engine: one entry for each object that changes. */
export function plannedChanges(events: EngineEvent[]): PlannedChange[] {
  const steps = events.flatMap(({ resourcePreEvent }) =>
    resourcePreEvent ? [resourcePreEvent.metadata] : [],
  );
  const replaced = new Set(steps.filter(({ op }) => op === "replace").map(objectOf));
  const deletedFirst = deletedBeforeReplacement(steps);
  return steps.flatMap((step): PlannedChange[] => {
    if (isOfEngine(step)) return [];
    const op = shownOp(step, replaced);
    return op === undefined ? [] : [plannedChange(step, op, deletedFirst.has(step.urn))];
  });
}

/** The operations that a reviewer decides on. A replacement has two more, for its parts. */
const shown = new Set(["create", "update", "replace", "delete", "import"]);

/** An interrupted replacement leaves an old object, and no step but its deletion. */
function shownOp(step: StepEventMetadata, replaced: Set<string>): string | undefined {
  if (step.op === "delete-replaced" && !replaced.has(objectOf(step))) return "delete";
  return shown.has(step.op) ? step.op : undefined;
}

const objectOf = ({ urn, old }: StepEventMetadata) => JSON.stringify([urn, old?.id]);

/** The stack itself, and providers that no program declares. */
const isOfEngine = ({ urn, type }: StepEventMetadata) =>
  type === "pulumi:pulumi:Stack" ||
  (type.startsWith("pulumi:providers:") && /^default($|_)/.test(parseUrn(urn).name));

/** The objects that the engine deletes before it creates their replacement. */
function deletedBeforeReplacement(steps: StepEventMetadata[]): Set<string> {
  const created = new Set<string>();
  const deletedFirst = new Set<string>();
  for (const { op, urn } of steps) {
    if (op === "create-replacement") created.add(urn);
    if (op === "delete-replaced" && !created.has(urn)) deletedFirst.add(urn);
  }
  return deletedFirst;
}

function plannedChange(
  step: StepEventMetadata,
  op: string,
  isDeletedFirst: boolean,
): PlannedChange {
  const { urn, type, old, new: planned } = step;
  const resource = resourceOf(type);
  // An import plans the object that it finds.
  const id = old?.id || planned?.id;
  const isDeletion = op === "delete";
  const lost = isDeletion || op === "replace" ? lostWith(step) : undefined;
  const gap = "; there is no such object until the new one is created";
  return {
    urn,
    type: resource?.definition.name ?? type,
    name: parseUrn(urn).name,
    op,
    ...(id && { id }),
    properties: isDeletion ? [] : plannedProperties(step, resource?.schema ?? {}),
    ...(lost && { lost: op === "replace" && isDeletedFirst ? lost + gap : lost }),
  };
}

/** What is lost with the old object of a step; nothing with a component. */
function lostWith({ type, old }: StepEventMetadata): string | undefined {
  if (!old?.custom) return undefined;
  if (old.retainOnDelete) return "nothing: with retainOnDelete, the object stays where it is";
  const definition = resourceOf(type)?.definition;
  if (definition === undefined) return "the object and its id";
  return typeof definition.delete === "string" ? definition.delete : definition.lostOnDelete;
}
