import type { Contract } from "../../emulator/src/contract/contract";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { inexpressibleRequests } from "../generate/inexpressible";
import { definitionOf } from "./drafts";
import type { SchemaDraft } from "./schemaDraft";

/** Why a collection can't have a draft, with a sentence for each reason. */
export function undraftable(draft: SchemaDraft, contract: Contract, collection: string): string[] {
  const { create, read, update, list } = draft.operations;
  const single = contract.operations.find(
    ({ method, path }) => path === `/${collection}` && ["PATCH", "PUT"].includes(method),
  );
  if (single) {
    const reason = `${single.method} ${single.path} changes an object that each tenant has once`;
    return [list ? reason : `${reason} (copy the files of a resource that has a fixedId)`];
  }
  const missing = Object.entries({
    [`POST /${collection}`]: create,
    [`GET /${collection}, which lists all objects`]: list,
    [`GET /${collection}/{id}`]: read,
    [`PATCH or PUT /${collection}/{id}`]: update,
  }).flatMap(([route, operation]) => (operation ? [] : `there is no ${route}`));
  if (!create) return missing;
  const hasInputs = Object.keys(draft.resource.inputProperties).length > 0;
  const noInputs = `the body of POST ${create.path} has no properties, or is a union (oneOf)`;
  const definition = definitionOf(draft) as unknown as ResourceDefinition;
  return [
    ...missing,
    ...(hasInputs ? [] : [noInputs]),
    ...inexpressibleRequests(definition, contract),
  ];
}
