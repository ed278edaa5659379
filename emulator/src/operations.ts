import { responseSchemas, withDifferences } from "./published/contract";
import { requestSchemas, resolved } from "./published/requestSchemas";
import type { ApiOperation, Resource } from "./resource";
import * as resources from "./resources";

/** The operations of a resource's contract, with the emulator's differences. */
export function operationsOf(resource: Resource): ApiOperation[] {
  const { operations, schemas } = withDifferences(resource.contract, resource.differences);
  const forms = responseSchemas(resource.contract, resource.differences);
  return operations.map((operation) => {
    const { method, path, scopes, responses } = operation;
    const [status, schema = {}] =
      Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
    return {
      ...operation,
      route: {
        method,
        url: path.replace(/{(\w+)}/g, ":$1"),
        config: { scopes },
        schema: requestSchemas(operation, schemas),
      },
      success: { status: Number(status), schema: resolved(schema, forms) },
    };
  });
}

/** Every resource. All tenants of a process share them, because each schema object is compiled once. */
export const served = Object.values<Resource>(resources).map((resource) => ({
  resource,
  operations: operationsOf(resource),
}));

const allOperations = served.flatMap(({ operations }) => operations);

/** `routeOf("GET /event-streams/{id}/deliveries")` */
export function routeOf(name: string): ApiOperation["route"] {
  const found = allOperations.find(({ method, path }) => `${method} ${path}` === name);
  if (found) return found.route;
  throw new Error(`No contract has the operation ${name}`);
}

export const allScopes = [...new Set(allOperations.flatMap(({ scopes }) => scopes))];

/** The formats that the contracts name but don't define. */
export const formats = Object.assign({}, ...served.map(({ resource }) => resource.formats));
