import { idViolation, noImport } from "../../resources/definition";
import type { Schema } from "../../schema/packageSchema";
import { branchOf } from "../../schema/walk";
import { joinWords } from "../../schema/wording";
import { isObject, type Json } from "../../shared/json";
import type { ResourceContext } from "../context";
import { type ReadResult, readNew } from "./read";

/**
 * Reads an object that is in no state yet. Its inputs are those of a program that would have made it,
 * without the secrets, which Auth0 does not return.
 */
export async function importObject(context: ResourceContext, id: string): Promise<ReadResult> {
  const { definition } = context;
  const { name } = definition;
  const violation = idViolation(definition, id);
  if (violation !== undefined) throw new Error(violation);
  if (definition.read === undefined) throw new Error(noImport(definition));
  const found = await readNew(context, definition.read, id);
  // The engine only warns of what else a program may not declare, such as a new kind of event.
  const unknown = Object.entries(context.inputs.properties).flatMap(([key, schema]) =>
    unknownType(key, schema, found.inputs[key]),
  );
  if (unknown.length > 0) {
    throw new Error(`${name} ${id} can't be imported, because ${unknown.join(" and ")}`);
  }
  return found;
}

/** A sentence on a union of which schema.json does not know the type, such as a new destination. */
function unknownType(key: string, schema: Schema, live: Json | undefined): string[] {
  const { discriminator, oneOf = [] } = schema;
  if (!discriminator || !isObject(live) || branchOf(schema, live) !== undefined) return [];
  const { propertyName: tag } = discriminator;
  const known = oneOf.map(({ properties }) => properties?.[tag]?.const);
  return [`its ${key}.${tag} isn't one that this version recognizes (${joinWords(known, "or")})`];
}
