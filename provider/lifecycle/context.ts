import type { ResourceDefinition } from "../resources/definition";
import { type ObjectSchema, resourceSchema } from "../schema/packageSchema";
import { type Validator, validator } from "../schema/validate";
import { isObject, type Json, type Props } from "../shared/json";
import type { Session } from "./session";

/** A kind of resource: what schema.json and its definition say of it. */
export interface ResourceType {
  definition: ResourceDefinition;
  /** What a program sets. */
  inputs: ObjectSchema;
  /** What Auth0 adds. */
  outputs: ObjectSchema;
  validate: Validator;
}

/** A kind of resource in one tenant: what every operation on its objects needs. */
export interface ResourceContext extends ResourceType {
  session: Session;
  /** Texts that the program marks secret, beside those that schema.json calls secret. */
  markedSecrets?: string[];
}

export function resourceType(definition: ResourceDefinition): ResourceType {
  const { inputs, outputs } = resourceSchema(definition.name);
  // Secret Outputs arrive as plain values. Any value may be one, so no message quotes a value.
  const validate = validator(inputs, { quoteValues: false });
  return { definition, inputs, outputs, validate };
}

/** Runs a write. Pages of the list that were requested before it ended are stale for its object. */
export async function withReadsInvalidated<T>(
  { definition, session }: ResourceContext,
  id: string,
  write: () => Promise<T>,
): Promise<T> {
  if (definition.read === undefined) return write();
  const reads = session.collections.batchedReads(definition.read, definition.list);
  reads.invalidate(id);
  try {
    return await write();
  } finally {
    reads.invalidate(id);
  }
}

export function isObjectWithId(id: string, response: Json | undefined): response is Props {
  return isObject(response) && response.id === id;
}
