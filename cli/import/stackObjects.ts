import type { Props } from "../../provider/shared/json";
import { isObject } from "../../provider/shared/json";
import { resourceNameOf } from "../../provider/stateContract";

/** An object of a tenant that the state of a stack holds. */
export interface StackObject {
  stack: string;
  urn: string;
  /** Its name in schema.json, such as `EventStream`. */
  kind: string;
  id: string;
  /** Its name in the program. */
  name: string;
  /** With encrypted secrets. */
  inputs: Props;
}

/** The objects of this package that an exported state holds. */
export function stackObjects(stack: string, exported: string): StackObject[] {
  return resourcesOf(exported).flatMap(({ urn, type, id, external, inputs }) => {
    const kind = resourceNameOf(String(type));
    // What a program only reads, by the method `get`, is not managed by it.
    if (kind === undefined || typeof id !== "string" || external === true) return [];
    const name = String(urn).slice(String(urn).lastIndexOf("::") + 2);
    return [{ stack, urn: String(urn), kind, id, name, inputs: isObject(inputs) ? inputs : {} }];
  });
}

function resourcesOf(exported: string): Props[] {
  const { deployment } = JSON.parse(exported) as { deployment?: { resources?: Props[] } };
  return deployment?.resources ?? [];
}
