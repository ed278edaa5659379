import * as resources from "../../provider/resources";
import { resourceNames } from "./names";
import type { IgnoredResource } from "./official/officialState";
import type { ImportPlan, SkippedObject } from "./plan";
import { type FindSecret, plannedObjects } from "./plannedObjects";
import type { StackObject } from "./stackObjects";
import type { TenantObject } from "./tenant";

/** The objects of a plan, and what their names and secrets depend on. */
interface PlanInput {
  tenant: string;
  stack: string;
  project: string;
  /** All objects of the tenant that were read: a name depends on the objects that have a similar one. */
  objects: TenantObject[];
  /** Those that are imported. */
  selected: TenantObject[];
  /** Objects that somebody asked for and that cannot be imported. */
  skipped: SkippedObject[];
  /** Resources in the state of another tool that cannot be taken over. */
  ignored: IgnoredResource[];
  /** The objects in the states of all stacks. */
  inStacks: StackObject[];
  /** Names that the user or another tool has given, by id. */
  givenNames: Map<string, string>;
  findSecret: FindSecret;
}

/** Decides what an import does with the selected objects of a tenant. */
export function makePlan(input: PlanInput): ImportPlan {
  const { tenant, stack, project, selected, inStacks, givenNames, findSecret } = input;
  const inStack = inStacks.filter((one) => one.stack === stack && !one.isOfficial);
  const names = resourceNames(objectsToName(input, inStack), inStack, givenNames);
  const { objects, skipped } = plannedObjects(selected, names, findSecret);
  const kinds = new Set([...inStack, ...objects].map(({ kind }) => kind));
  const unreadable = Object.values(resources).filter(({ list }) => list === undefined);
  return {
    tenant,
    stack,
    project,
    objects,
    skipped: [...input.skipped, ...skipped],
    ignored: input.ignored,
    forget: [],
    mentionsPushCredentials: unreadable.some(({ name }) => !kinds.has(name)),
  };
}

/** All objects that the stack does not hold, with the labels of those that are selected. */
function objectsToName({ objects, selected }: PlanInput, inStack: StackObject[]): TenantObject[] {
  const idsInStack = new Set(inStack.map(({ id }) => id));
  const selectedIds = new Set(selected.map(({ id }) => id));
  const others = objects.filter(({ id }) => !idsInStack.has(id) && !selectedIds.has(id));
  return [...others, ...selected];
}
