import * as resources from "../../provider/resources";
import { resourceNames } from "./names";
import type { ImportPlan } from "./plan";
import { type FindSecret, plannedObjects } from "./plannedObjects";
import type { StackObject } from "./stackObjects";
import type { TenantObject } from "./tenant";

/** What a plan is made of. */
export interface PlanSources {
  tenant: string;
  stack: string;
  project: string;
  /** All objects of the tenant that were read: a name depends on the objects that have a similar one. */
  objects: TenantObject[];
  /** Those that are imported. */
  selected: TenantObject[];
  /** The objects in the states of all stacks. */
  inStacks: StackObject[];
  /** Names that the user or another tool has given, by id. */
  givenNames: Map<string, string>;
  findSecret: FindSecret;
}

/** Decides what an import does with the selected objects of a tenant. */
export function makePlan(sources: PlanSources): ImportPlan {
  const { tenant, stack, project, objects, selected, inStacks, givenNames, findSecret } = sources;
  const inStack = inStacks.filter((one) => one.stack === stack);
  const idsInStack = new Set(inStack.map(({ id }) => id));
  const names = resourceNames(
    objects.filter(({ id }) => !idsInStack.has(id)),
    inStack,
    givenNames,
  );
  const kindsInStack = new Set(inStack.map(({ kind }) => kind));
  const unreadable = Object.values(resources).filter(({ list }) => list === undefined);
  return {
    tenant,
    stack,
    project,
    ...plannedObjects(selected, names, findSecret),
    mentionsPushCredentials: unreadable.some(({ name }) => !kindsInStack.has(name)),
  };
}
