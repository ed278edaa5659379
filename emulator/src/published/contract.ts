/** The published contract of one resource, as in the JSON files of this folder. */
export interface Contract {
  operations: Operation[];
  /** The schemas by name. `{ "$ref": "#/schemas/<name>" }` refers to one. */
  schemas: Record<string, Schema>;
}

export interface Operation {
  method: string;
  /** The path, such as `/event-streams/{id}`. */
  path: string;
  lifecycle?: string;
  /** The operation requires one of these permissions. */
  scopes: string[];
  parameters: Parameter[];
  requestBody?: Schema | undefined;
  /** The responses by status. A response without a body has an empty schema. */
  responses: Record<string, Schema | undefined>;
}

export interface Parameter {
  name: string;
  /** `path` or `query` */
  in: string;
  schema: Schema;
}

export interface Schema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  properties?: Record<string, Schema | undefined> | undefined;
  required?: string[] | undefined;
  items?: Schema | undefined;
  oneOf?: Schema[] | undefined;
  enum?: unknown[] | undefined;
  [keyword: string]: unknown;
}

/** Where the emulator differs from the contract on purpose. */
export interface Difference {
  reason: string;
  /** Changes of schemas by name, as JSON merge patches (RFC 7396). */
  schemas?: Record<string, Patch>;
  /** The same for schemas in responses. */
  responses?: Record<string, Patch>;
  /** Changes of every parameter of that name, as JSON merge patches. */
  parameters?: Record<string, Patch>;
}

type Patch = { [key: string]: unknown };

export function withDifferences(contract: Contract, differences: Difference[] = []): Contract {
  let { operations, schemas } = contract;
  for (const difference of differences) {
    schemas = patched(schemas, difference.schemas ?? {});
    const changes = difference.parameters ?? {};
    operations = operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map((parameter) =>
        patched(parameter, { schema: changes[parameter.name] ?? {} }),
      ),
    }));
  }
  return { operations, schemas };
}

/** The schemas of responses. A difference in a request's body doesn't apply to them. */
export const responseSchemas = ({ schemas }: Contract, differences: Difference[] = []) =>
  differences.reduce((all, { responses = {} }) => patched(all, responses), schemas);

/** The value after a JSON merge patch, which merges objects, and removes a property with null. */
function patched<Value extends object>(value: Value, patch: Patch): Value {
  const result: Patch = Object.fromEntries(Object.entries(value));
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key];
    else if (isPatch(change)) result[key] = patched({ ...(result[key] as object) }, change);
    else result[key] = change;
  }
  return result as Value;
}

const isPatch = (value: unknown): value is Patch =>
  typeof value === "object" && !Array.isArray(value);
