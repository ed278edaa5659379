import * as resources from "../../provider/resources";
import { pluginTypeToken, resourceNameOf } from "../../provider/stateContract";
import { readState, type Target } from "./pulumi";
import type { StackState, StateResource } from "./state";

/** The resources of the official providers for the same objects. */
export const officialResources = Object.values(resources).flatMap(({ name: kind, official }) =>
  official ? [{ kind, ...official }] : [],
);

export interface StackObject
  extends Pick<StateResource, "urn" | "id" | "name" | "inputs" | "isRead"> {
  stack: string;
  kind: string;
  servedByPlugin: boolean;
  /** The domain of its tenant. Absent for a resource of the official provider. */
  tenant?: string;
  /** Whether Auth0's official provider manages it, and not this one. */
  isOfficial: boolean;
}

export function stackObjects(stack: string, { resources }: StackState): StackObject[] {
  return resources.flatMap(({ urn, type, id, name, inputs, outputs, isRead }) => {
    const own = resourceNameOf(type);
    const kind = own ?? officialResources.find(({ pulumiType }) => pulumiType === type)?.kind;
    if (kind === undefined || id === "") return [];
    return [
      {
        stack,
        kind,
        servedByPlugin: type === pluginTypeToken(kind),
        urn,
        id,
        name,
        inputs,
        isRead,
        ...(typeof outputs.tenant === "string" && { tenant: outputs.tenant }),
        isOfficial: own === undefined,
      },
    ];
  });
}

/** The objects that stacks manage. A state of the official provider doesn't have the tenant, so it's left out. */
export const managedObjects = (objects: StackObject[]) =>
  objects.flatMap(({ urn, id, tenant, isRead }) =>
    isRead || tenant === undefined ? [] : [{ urn, id, tenant }],
  );

export const readStackObjects = async (stack: Target) =>
  stackObjects(stack.name, await readState(stack));
