import * as resources from "../../provider/resources";
import { isObject, type Props } from "../../provider/shared/json";
import { pluginTypeToken, resourceNameOf } from "../../provider/stateContract";
import { parseUrn, stateResources } from "./stateResources";

/** The resources of the official providers that hold objects of ours. */
export const officialResources = Object.values(resources).flatMap(({ name: kind, official }) =>
  official ? [{ kind, ...official }] : [],
);

/** An object of a tenant that the state of a stack holds. */
export interface StackObject {
  stack: string;
  urn: string;
  /** Its name in schema.json, such as `EventStream`. */
  kind: string;
  /** Whether the plugin serves it. */
  servedByPlugin: boolean;
  id: string;
  /** Its name in the program. */
  name: string;
  /** With encrypted secrets. */
  inputs: Props;
  /** The domain of its tenant; absent for a resource of the official provider. */
  tenant?: string;
  /** Whether Auth0's official provider manages it, and not this one. */
  isOfficial: boolean;
  /** Whether the program only reads it, by the method `get`: then the stack does not manage it. */
  isRead: boolean;
}

/** The objects in an exported state, of this provider and of the official one. */
export function stackObjects(stack: string, exported: string): StackObject[] {
  return stateResources(exported).flatMap(({ urn, type, id, external, inputs, outputs }) => {
    const own = resourceNameOf(String(type));
    const kind = own ?? officialKind(String(type));
    if (kind === undefined || typeof id !== "string") return [];
    return [
      {
        stack,
        urn: String(urn),
        kind,
        servedByPlugin: type === pluginTypeToken(kind),
        id,
        name: parseUrn(String(urn)).name,
        inputs: isObject(inputs) ? inputs : {},
        ...(isObject(outputs) && typeof outputs.tenant === "string" && { tenant: outputs.tenant }),
        isOfficial: own === undefined,
        isRead: external === true,
      },
    ];
  });
}

/** The name in schema.json of what a resource of the official provider manages. */
const officialKind = (type: string) =>
  officialResources.find(({ pulumiType }) => pulumiType === type)?.kind;
