import { isDeepStrictEqual } from "node:util";
import type { Operation, Parameter, Schema } from "./contract";

/** The schemas against which ajv checks the requests of an operation. */
export const requestSchemas = (
  { parameters, requestBody }: Operation,
  schemas: Record<string, Schema>,
) => ({
  params: schemaOf(parameters, "path"),
  querystring: schemaOf(parameters, "query"),
  ...(requestBody && { body: resolved(requestBody, schemas) }),
});

function schemaOf(parameters: Parameter[], place: string): Schema {
  const entries = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema }) => [name, textSchema(schema)]);
  return { type: "object", additionalProperties: false, properties: Object.fromEntries(entries) };
}

/** Every parameter is text, even a number. */
function textSchema({ type, minimum = 0, maximum, ...rules }: Schema): Schema {
  if (type === "boolean") return { ...rules, enum: ["true", "false"] };
  if (type !== "integer") return { ...rules, type: "string" };
  return {
    ...rules,
    type: "string",
    integerBetween: [minimum, maximum ?? Number.MAX_SAFE_INTEGER],
  };
}

/** A schema without references, whose unions name the property that chooses the branch. */
export function resolved({ $ref, ...rules }: Schema, schemas: Record<string, Schema>): Schema {
  if ($ref) return resolved({ ...schemas[$ref.replace("#/schemas/", "")], ...rules }, schemas);
  const below = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(below);
    return typeof value === "object" && value !== null ? resolved(value as Schema, schemas) : value;
  };
  const entries = Object.entries(rules).map(([key, value]) => [key, below(value)]);
  const schema: Schema = Object.fromEntries(entries);
  return schema.oneOf ? union(schema, schema.oneOf) : schema;
}

function union(schema: Schema, branches: Schema[]): Schema {
  const [first = {}] = branches;
  const names = Object.keys(first.properties ?? {});
  const all = (name: string) => branches.map(({ properties }) => properties?.[name] ?? {});

  const tag = names.find((name) => {
    const values = all(name).flatMap((property) => property.enum ?? [undefined]);
    const isRequired = branches.every(({ required }) => required?.includes(name));
    return isRequired && !values.includes(undefined) && new Set(values).size === values.length;
  });
  if (tag !== undefined) {
    const discriminator = { propertyName: tag };
    return { ...schema, type: "object", required: [tag], discriminator, oneOf: branches };
  }

  // Objects that differ in only one property become one object with a union in this property.
  const without = (name: string, { properties, ...rules }: Schema): Schema => ({
    ...rules,
    properties: { ...properties, [name]: {} },
  });
  const name = names.find((one) =>
    branches.every((branch) => isDeepStrictEqual(without(one, branch), without(one, first))),
  );
  if (name === undefined) return { ...schema, oneOf: branches };
  return { ...first, properties: { ...first.properties, [name]: union({}, all(name)) } };
}
