import fc from "fast-check";
import type { Json, Props } from "../../provider/json";
import type { Schema } from "../../provider/schema";

/** Values that a schema allows: each branch, with and without what is optional. */
export function valuesOf(schema: Schema): fc.Arbitrary<Json> {
  const { minLength, maxLength, minimum, maximum, pattern, minItems } = schema as {
    [word: string]: number | undefined;
  } & { pattern?: string };
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map(valuesOf));
  switch (schema.type) {
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, node]) => [key, valuesOf(node)]),
        ),
        { requiredKeys: schema.required ?? [], noNullPrototype: true },
      );
    case "array": {
      const items = valuesOf(schema.items ?? {});
      const length = { minLength: minItems ?? 0, maxLength: 4 };
      return schema.uniqueItems
        ? fc.uniqueArray(items, { ...length, selector: (item) => JSON.stringify(item) })
        : fc.array(items, length);
    }
    case "integer":
      return fc.integer({ min: minimum ?? -1000, max: maximum ?? 1000 });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "string":
      return pattern === undefined
        ? fc.string({ minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 20, 20) })
        : fc.stringMatching(new RegExp(pattern));
    default:
      return fc.jsonValue() as fc.Arbitrary<Json>;
  }
}

export const inputsOf = (schema: Schema) => valuesOf(schema) as fc.Arbitrary<Props>;
