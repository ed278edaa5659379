import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";
import { isDefaultProvider } from "../../../provider/config/pluginConfiguration";
import { mapProps } from "../../../provider/shared/json";
import { parseUrn } from "../../../provider/shared/urn";
import { dynamicPackage, pluginPackage } from "../../../provider/stateStrings";
import {
  domainOf,
  type StackConfiguration,
  type StackProvider,
} from "../../shared/providerConfiguration";
import { resourceOf } from "../../shared/state";
import type { Loss, PreviewReport } from "../previewReport/report";

export type PreviewOutcome = Pick<
  PreviewReport,
  "result" | "tenants" | "counts" | "losses" | "problems" | "repairs" | "changes"
>;

export const failed = (problems: PreviewReport["problems"]): PreviewOutcome => ({
  result: "failed",
  tenants: [],
  counts: {},
  losses: [],
  problems,
});

/** The outcome of a preview that has succeeded, by the events of the engine. */
export function outcomeOf(events: EngineEvent[]): Omit<PreviewOutcome, "tenants"> {
  const counts = countsIn(events);
  const losses = plannedLosses(events);
  const hasChanges = losses.length > 0 || Object.keys(counts).some(isChange);
  return { result: hasChanges ? "changes" : "unchanged", counts, losses, problems: [] };
}

/** Whether an outcome uses an event. The log also has events with the state of every object. */
export const isReported = (event: EngineEvent) =>
  (event.resourcePreEvent && event.resourcePreEvent.metadata.op !== "same") ||
  event.diagnosticEvent?.severity === "error" ||
  event.summaryEvent !== undefined;

const stepsIn = (events: EngineEvent[]): StepEventMetadata[] =>
  events.flatMap(({ resourcePreEvent }) => (resourcePreEvent ? [resourcePreEvent.metadata] : []));

const isStack = ({ type }: StepEventMetadata) => type === "pulumi:pulumi:Stack";

/** The steps of the program that change an object. */
export const changingSteps = (events: EngineEvent[]): StepEventMetadata[] =>
  stepsIn(events).filter((step) => isChange(step.op) && !isOfEngine(step));

const isChange = (op: string) => op !== "same" && op !== "refresh" && !op.startsWith("read");

/** The engine's own counts, including the stack, so that they match those in the CLI's output. */
function countsIn(events: EngineEvent[]): Record<string, number> {
  const summary = events.find(({ summaryEvent }) => summaryEvent)?.summaryEvent;
  if (summary === undefined) throw new Error("the preview ended without counting its changes");
  return Object.fromEntries(
    Object.entries(summary.resourceChanges ?? {}).filter(([, count]) => count > 0),
  );
}

/** The objects that a preview plans to delete or to replace, by the events of the engine. */
function plannedLosses(events: EngineEvent[]): Loss[] {
  const steps = stepsIn(events);
  const replaced = new Set(steps.filter(({ op }) => op === "replace").map(objectOf));
  const deletedFirst = deletedBeforeReplacement(steps);
  return steps.flatMap((step) => {
    if (isOfEngine(step)) return [];
    if (step.op === "replace") return [replacement(step, deletedFirst.has(objectOf(step)))];
    // An interrupted replacement leaves an old object. The engine neither counts its deletion nor prints it.
    const isLeft = step.op === "delete-replaced" && !replaced.has(objectOf(step));
    return step.op === "delete" || isLeft ? [lossOf(step)] : [];
  });
}

/** By its name in the state, which only the deletion of an object has if an alias renames it. */
const objectOf = ({ urn, old }: StepEventMetadata) => JSON.stringify([old?.urn ?? urn, old?.id]);

/** Whether a step is about the stack itself, or about a provider that no program declares. */
const isOfEngine = (step: StepEventMetadata) =>
  isStack(step) || (step.type.startsWith("pulumi:providers:") && isDefaultProvider(step.urn));

/** The objects that the engine deletes before it creates their replacement. */
function deletedBeforeReplacement(steps: StepEventMetadata[]): Set<string> {
  const created = new Set<string>();
  const deletedFirst = new Set<string>();
  for (const step of steps) {
    const object = objectOf(step);
    if (step.op === "create-replacement") created.add(object);
    if (step.op === "delete-replaced" && !created.has(object)) deletedFirst.add(object);
  }
  return deletedFirst;
}

function replacement(step: StepEventMetadata, isDeletedFirst: boolean): Loss {
  const { lost, ...loss } = lossOf(step);
  const gap = isDeletedFirst ? ". Until the new object is created, there is none" : "";
  return { ...loss, ...(lost && { lost: lost + gap }), replacedFor: replacingPaths(step) };
}

/** The provider's paths, or else its keys. */
function replacingPaths({ keys, detailedDiff }: StepEventMetadata): string[] {
  const paths = Object.entries(detailedDiff ?? {}).flatMap(([path, { diffKind }]) =>
    diffKind.endsWith("-replace") ? [path] : [],
  );
  return (paths.length > 0 ? paths : (keys ?? [])).filter((path) => !path.startsWith("__"));
}

function lossOf(step: StepEventMetadata): Loss {
  const { urn, type, old } = step;
  const lost = lostWith(step);
  return {
    kind: resourceOf(type)?.definition.name ?? type,
    name: parseUrn(urn).name,
    id: old?.id ?? "",
    ...(lost && { lost }),
  };
}

/** What is lost with the old object of a step; nothing with a component. */
function lostWith({ type, old }: StepEventMetadata): string | undefined {
  if (!old?.custom) return undefined;
  if (old.retainOnDelete) return "nothing, because retainOnDelete keeps the object";
  const definition = resourceOf(type)?.definition;
  if (definition === undefined) return "the object and its ID";
  return definition.lostOnDelete ?? definition.undeletable;
}

/** The hosts of the tenants that an update may send requests to. */
export async function tenantsIn(
  events: Iterable<EngineEvent>,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  let configuration: StackConfiguration = {};
  const providers: StackProvider[] = [];
  for (const { preludeEvent, resourcePreEvent } of events) {
    if (preludeEvent) configuration = mapProps(preludeEvent.config ?? {}, (value) => ({ value }));
    const { urn = "", type, inputs = {} } = stateIn(resourcePreEvent) ?? {};
    const isPlugin = type === `pulumi:providers:${pluginPackage}`;
    const isDynamic = type === `pulumi:providers:${dynamicPackage}`;
    // A provider counts even without an object, because the engine doesn't report lookups.
    if (isPlugin || isDynamic) providers.push({ urn, inputs, isPlugin });
  }
  const tenantOf = (provider: StackProvider, variables: NodeJS.ProcessEnv) =>
    domainOf(provider, async () => configuration, variables).catch(
      () => "a tenant that isn't known yet",
    );
  const tenants = await Promise.all([
    ...providers.map((provider) => tenantOf(provider, env)),
    // Lookups and hooks without a Provider run in the program, with the stack's configuration.
    ...[true, false].map((isPlugin) => tenantOf({ urn: "", inputs: {}, isPlugin }, {})),
  ]);
  return [...new Set(tenants.filter((tenant) => tenant !== undefined))].sort();
}

const stateIn = (event: EngineEvent["resourcePreEvent"]) =>
  event?.metadata.new ?? event?.metadata.old;
