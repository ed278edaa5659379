import type { Query } from "../../api/fetchPage";
import type { ResourceDefinition } from "../../resources/definition";
import { encode } from "../../schema/codec";
import { listSchema } from "../../schema/packageSchema";
import { validator } from "../../schema/validate";
import { mapProps, type Props } from "../../shared/json";

/**
 * The query of a list with filters (`listInputs` of schema.json). Throws with every rule that the filters
 * break, and where Auth0 cannot list the resource. `null` stands for an absent filter. `unknownValues` is
 * that of a validator.
 */
export function listQuery(
  { name, list }: ResourceDefinition,
  filters: Props,
  unknownValues?: string[],
): Query {
  const schema = listSchema(name);
  if (!schema || !list) throw new Error(`Auth0 can't list ${name} objects`);
  const given = mapProps(filters, (value) => value ?? undefined);
  const violations = validator(schema)(given, undefined, unknownValues);
  if (violations.length > 0) throw new Error(`list of ${name}: ${violations.join("\n")}`);
  return mapProps(encode(schema, given) as Props, String);
}
