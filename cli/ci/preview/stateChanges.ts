import { readFile } from "node:fs/promises";
import type { Props } from "../../../provider/shared/json";
import { parseUrn } from "../../../provider/shared/urn";
import type { Target } from "../../shared/pulumi";
import { type RunOptions, runPulumiJson } from "../../shared/runPulumi";
import type { StackState } from "../../shared/state";
import { changesOutputs, type Plan, type ResourcePlan } from "../pulumiPlan";

/** A resource as `pulumi preview --json` prints it: like one of a state, with masked secrets. */
interface ResourceState {
  dependencies?: string[];
  /** Go writes an empty list as null. */
  propertyDependencies?: Record<string, string[] | null>;
  [property: string]: unknown;
}

/** The CLI's plan, previewed steps, and state of a stack. */
export interface Printed {
  plan: Plan;
  preview: { steps: { urn: string; oldState?: ResourceState; newState?: ResourceState }[] };
  state: StackState;
}

/**
 * The changes to the state that an update would save although no object changes, one text for each resource. In
 * doubt, there is a text: an extra one costs an approval, and a missing one a change that nobody applies. The
 * program runs once more.
 */
export async function findStateChanges(
  { folder, name }: Target,
  planFile: string,
  state: StackState,
  options: RunOptions,
): Promise<string[]> {
  try {
    // Neither the events of the engine nor the plan have all options of a resource.
    const args = ["preview", "--json", "--show-sames", "--stack", name];
    const preview = await runPulumiJson<Printed["preview"]>(args, folder, options);
    return stateChanges({ plan: JSON.parse(await readFile(planFile, "utf8")), preview, state });
  } catch (error) {
    options.signal?.throwIfAborted();
    const [reason] = (error as Error).message.trim().split("\n");
    return [`the plan couldn't be compared with the state: ${reason}`];
  }
}

/** Throws if a part is missing, such as the steps in the output of another CLI. */
export function stateChanges({ plan, preview, state }: Printed): string[] {
  const changes = new Map<string, Set<string>>();
  const add = (urn: string, names: string[]) => {
    if (names.length > 0) changes.set(urn, new Set([...(changes.get(urn) ?? []), ...names]));
  };
  const saved = new Map(state.resources.map(({ urn, outputs }) => [urn, outputs]));
  for (const [urn, planned] of Object.entries(plan.resourcePlans)) {
    add(urn, inPlan(planned, saved.get(urn)));
  }
  for (const { urn, oldState, newState } of preview.steps) {
    add(urn, differences(oldState, newState));
  }
  for (const { type, resource } of state.pending) {
    add(resource.urn, [`interrupted while ${type}`]);
  }
  return [...changes].map(([urn, names]) => `${parseUrn(urn).name}: ${[...names].join(", ")}`);
}

/** The plan alone has the engine's own providers, and inputs and outputs with their secrets. */
function inPlan({ steps = [], goal }: ResourcePlan, saved: Props | undefined): string[] {
  return [
    ...steps.filter((step) => step !== "same"),
    ...(Object.keys(goal?.inputDiff ?? {}).length > 0 ? ["inputs"] : []),
    ...(changesOutputs(goal?.outputDiff, saved) ? ["outputs"] : []),
  ];
}

/** These say when and where a program declared a resource, which every edit of a line changes. */
const declaration = new Set(["created", "modified", "sourcePosition", "stackTrace"]);

/** The names of the properties that differ, including those of newer engines. */
function differences(before: ResourceState = {}, after: ResourceState = {}): string[] {
  const [one, other] = [comparable(before), comparable(after)];
  // A step gets its id and its outputs when it has run, which can be after the CLI prints it.
  const isLate = (name: string) => name === "outputs" || (name === "id" && !after.id);
  return Object.keys({ ...one, ...other }).filter(
    (name) =>
      !declaration.has(name) &&
      !isLate(name) &&
      JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
}

/** Dependencies come in any order, and a refresh removes empty lists of them. */
const comparable = ({
  dependencies,
  propertyDependencies = {},
  ...state
}: ResourceState): Record<string, unknown> => ({
  ...state,
  dependencies: [...(dependencies ?? [])].sort(),
  propertyDependencies: Object.entries(propertyDependencies)
    .filter(([, urns]) => urns && urns.length > 0)
    .map(([name, urns]) => [name, [...(urns ?? [])].sort()]),
});
