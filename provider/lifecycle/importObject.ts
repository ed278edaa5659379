import { idViolation } from "../resources/definition";
import { addPlaceholders } from "../schema/placeholder";
import type { Props } from "../shared/json";
import type { ResourceContext } from "./context";
import { type ReadResult, readNew } from "./read";

/**
 * Reads an object that is in no state yet. Its inputs are those of a program that would have made it,
 * with a placeholder for each secret that the service does not return; check.ts refuses placeholders.
 */
export async function importObject(context: ResourceContext, id: string): Promise<ReadResult> {
  const { definition, inputs } = context;
  const { name } = definition;
  const violation = idViolation(definition, id);
  if (violation !== undefined) throw new Error(violation);
  if (typeof definition.read === "string") {
    throw new Error(
      `${name} cannot be imported: the service has no operation that reads it. Declare it without an import: \`pulumi up\` then sends the program's values, in place of those that the tenant has`,
    );
  }
  const found = await readNew(context, definition.read, id);
  return { outs: found.outs, inputs: addPlaceholders(inputs, found.inputs) as Props };
}
