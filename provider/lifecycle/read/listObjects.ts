import { listPages } from "../../api/listPages";
import { idViolation } from "../../resources/definition";
import { addPlaceholders, placeholderPaths } from "../../schema/placeholder";
import { dropWriteOnly } from "../../schema/secrets";
import type { Props } from "../../shared/json";
import { check } from "../check";
import type { ResourceContext } from "../context";
import { splitResponse } from "../stateFromResponse";
import { listQuery } from "./listQuery";
import type { ReadResult } from "./read";

/** An object of the tenant, as an import would have it in the state. */
export interface ListedObject extends ReadResult {
  id: string;
  /** What users know it by, such as a stream's name; empty where it has none. */
  label: string;
  /** Fields of the response that schema.json does not declare; they are neither in `inputs` nor in `outs`. */
  undeclared: string[];
  /** Why a program cannot declare the object: a sentence for each rule of schema.json that it breaks. */
  failures: string[];
  /** What the check of such a program warns of. */
  warnings: string[];
}

/**
 * The objects of a tenant, a page at a time. Their inputs are those of programs that would have made
 * them, with a placeholder for each secret. Nothing where Auth0 has no list. Throws where the
 * service's list does not have the filters.
 */
export async function* listObjects(
  context: ResourceContext,
  filters: Props = {},
): AsyncGenerator<ListedObject[]> {
  const { definition, session } = context;
  if (definition.list === undefined) return;
  const query = session.api.passingUnknownValues((passed) =>
    listQuery(definition, filters, passed),
  );
  for await (const page of listPages(session.api, definition.list, { query })) {
    yield page.map((response) => listedObject(context, response));
  }
}

function listedObject(context: ResourceContext, response: Props): ListedObject {
  const { definition, inputs, session } = context;
  const { unknownValues } = session.api.settings;
  const id = String(response.id);
  const violation = idViolation(definition, id);
  const { liveInputs, addedOutputs, undeclared } = splitResponse(context, response);
  // Auth0 returns no secret. What stands in the place of one would be code of the program.
  const declared = dropWriteOnly(inputs, liveInputs) as Props;
  const completed = addPlaceholders(inputs, declared) as Props;
  const { failures, warnings } = check(context, undefined, completed, unknownValues);
  return {
    id,
    label: String(declared[definition.nameProperty ?? ""] ?? ""),
    inputs: completed,
    outs: { ...declared, ...addedOutputs, tenant: session.api.domain },
    undeclared,
    failures: [
      ...(violation === undefined ? [] : [violation]),
      ...placeholderPaths(declared).map(isPlaceholder),
      ...failures,
    ],
    warnings,
  };
}

const isPlaceholder = (path: string) =>
  `${path} contains the placeholder that an import writes for an unknown secret. Change it in the tenant.`;
