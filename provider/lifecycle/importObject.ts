import { idViolation, noImport } from "../resources/definition";
import { branchOf } from "../schema/traverse";
import { isObject, type Props } from "../shared/json";
import { check } from "./check";
import type { ResourceContext } from "./context";
import { type ReadResult, readNew } from "./read";

/**
 * Reads an object that is in no state yet. Its inputs are those of a program that would have made it,
 * without the secrets, which the service does not return.
 */
export async function importObject(context: ResourceContext, id: string): Promise<ReadResult> {
  const { definition } = context;
  const { name } = definition;
  const violation = idViolation(definition, id);
  if (violation !== undefined) throw new Error(violation);
  if (definition.read === undefined) throw new Error(noImport(definition));
  const found = await readNew(context, definition.read, id);
  const failures = unknownTypes(context, found.inputs);
  if (failures.length > 0) {
    throw new Error(`${name} ${id} cannot be imported: ${failures.join("; ")}`);
  }
  return found;
}

/**
 * A sentence for each union of which schema.json does not know the type, such as a new destination. The
 * engine only warns of what else a program may not declare, such as a new kind of event.
 */
function unknownTypes(context: ResourceContext, live: Props): string[] {
  const unions = Object.entries(context.inputs.properties).flatMap(([key, schema]) => {
    const value = live[key];
    return isObject(value) && branchOf(schema, value) === undefined ? [key] : [];
  });
  const { failures } = check(context, undefined, live);
  return failures.filter((failure) => unions.some((key) => failure.startsWith(`${key}.`)));
}
