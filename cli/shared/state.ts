import * as resources from "../../provider/resources";
import { resourceSchema } from "../../provider/schema/packageSchema";
import { map } from "../../provider/schema/walk";
import { isObject, type Json, objectsIn, type Props } from "../../provider/shared/json";
import { parseUrn, providerUrn } from "../../provider/shared/urn";
import { isSecretMark, resourceNameOf } from "../../provider/stateStrings";
import { parseJson } from "./files";

/** A resource in an exported state. Its secrets are encrypted, unless the export shows them. */
export interface StateResource {
  urn: string;
  type: string;
  /** Its name in the program. */
  name: string;
  /** Empty for a component, and for an object whose create didn't end. */
  id: string;
  /** The URN of its provider. */
  provider: string;
  inputs: Props;
  outputs: Props;
  /** Whether the program only reads it, by the method `get`, so that the stack doesn't manage it. */
  isRead: boolean;
  /** Whether a new resource with the same URN has replaced it, and it waits for its deletion. */
  isReplaced: boolean;
  isProtected: boolean;
  retainOnDelete: boolean;
  ignoreChanges: string[];
  /** When an update last changed it. */
  modified?: string;
}

/** An operation that an update has started and not finished. Its resource has the inputs that it writes. */
export interface PendingOperation {
  /** Such as `updating`. */
  type: string;
  resource: StateResource;
}

export interface StackState {
  resources: StateResource[];
  pending: PendingOperation[];
}

/** Reads a deployment. A stack that was never updated has none. */
export function stateOf(deployment: Json | undefined): StackState {
  const { resources, pending_operations: pending } = isObject(deployment) ? deployment : {};
  return {
    resources: objectsIn(resources).map(stateResource),
    pending: objectsIn(pending).map(({ type, resource = {} }) => ({
      type: String(type),
      resource: stateResource(isObject(resource) ? resource : {}),
    })),
  };
}

function stateResource({
  urn,
  type,
  id,
  provider,
  inputs,
  outputs,
  ...more
}: Props): StateResource {
  return {
    urn: String(urn),
    type: String(type),
    name: parseUrn(String(urn)).name,
    id: typeof id === "string" ? id : "",
    provider: providerUrn(String(provider)),
    inputs: isObject(inputs) ? inputs : {},
    outputs: isObject(outputs) ? outputs : {},
    isRead: more.external === true,
    isReplaced: more.delete === true,
    isProtected: more.protect === true,
    retainOnDelete: more.retainOnDelete === true,
    ignoreChanges: Array.isArray(more.ignoreChanges) ? more.ignoreChanges.map(String) : [],
    ...(typeof more.modified === "string" && { modified: more.modified }),
  };
}

const resourcesByName = new Map(
  Object.values(resources).map((definition) => [
    definition.name,
    { definition, schema: resourceSchema(definition.name).inputs },
  ]),
);

/** A resource of this package, whichever adapter serves it. */
export const resourceOf = (type: string) => resourcesByName.get(resourceNameOf(type) ?? "");

/**
 * A value of an export, such as a file, without the marks of its secrets. Throws with the advice if they are
 * encrypted. Messages never quote the value.
 */
export function plainValue(value: Json, source: string, advice: string): Json {
  return map({}, value, ({ value: part }, below) => {
    if (!isObject(part) || !isSecretMark(part)) return below();
    if (typeof part.plaintext !== "string") {
      throw new Error(`the secrets in ${source} are encrypted. ${advice}`);
    }
    const secret = parseJson(part.plaintext, `a secret in ${source} isn't JSON`);
    return plainValue(secret, source, advice);
  });
}
