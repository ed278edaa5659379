import fc from "fast-check";
import type { Schema } from "../../../provider/schema/packageSchema";
import { childSchemas } from "../../../provider/schema/walk";
import type { Json, Props } from "../../../provider/shared/json";

/** Valid values of a schema, from every branch, with and without optional properties. */
export function valuesOf(schema: Schema): fc.Arbitrary<Json> {
  const { minimum, maximum, minItems } = schema;
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
      return textsOf(schema);
    default:
      return fc.jsonValue() as fc.Arbitrary<Json>;
  }
}

function textsOf(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 20, contentSchema, format } = schema;
  const { pattern } = schema as { pattern?: string };
  if (pattern !== undefined) {
    const texts = fc.stringMatching(new RegExp(pattern));
    return format === "url" ? texts.filter((text) => URL.canParse(text)) : texts;
  }
  const hasLength = ({ length }: string) => length >= minLength && length <= maxLength;
  if (format === "url") return fc.webUrl().filter(hasLength);
  const text = fc.string({ minLength, maxLength: Math.min(maxLength, 20) });
  return contentSchema ? valuesOf(contentSchema).map((value) => JSON.stringify(value)) : text;
}

/** Valid inputs of a resource. */
export const inputsOf = (schema: Schema) => valuesOf(schema) as fc.Arbitrary<Props>;

/** Any JSON with keys and values of a schema. Most of it is invalid, and some is nearly valid. */
export function oddities(schema: Schema): fc.Arbitrary<Json> {
  const vocabulary = [...new Set(vocabularyOf(schema)), "__proto__", "constructor", "toString", ""];
  const text = fc.oneof(fc.constantFrom(...vocabulary), fc.string({ unit: "binary" }));
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      fc.oneof(text, number, fc.boolean(), fc.constant(null)),
      fc.array(tie("tree"), { maxLength: 4 }),
      // `Object.fromEntries` makes `__proto__` a key like any other, as it is in a response.
      fc.array(fc.tuple(text, tie("tree")), { maxLength: 6 }).map(Object.fromEntries<Json>),
    ),
  }));
  return tree;
}

/** The keys and the values that a schema names, at every level. */
function vocabularyOf(schema: Schema): string[] {
  const { properties = {}, enum: values = [], const: tag } = schema;
  const own = [...Object.keys(properties), ...values, ...(tag === undefined ? [] : [tag])];
  return [...own, ...childSchemas(schema).flatMap(vocabularyOf)];
}

/** A value in which one place, at any depth, has another value. */
export function nearly(value: Json, other: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  if (typeof value !== "object" || value === null) return other;
  const entries = Object.entries(value);
  if (entries.length === 0) return other;
  const changedBelow = fc.constantFrom(...entries).chain(([key, item]) =>
    nearly(item, other).map((changed) => {
      const copy = structuredClone(value) as Props;
      copy[key] = changed;
      return copy as Json;
    }),
  );
  return fc.oneof(
    { arbitrary: other, weight: 1 },
    { arbitrary: changedBelow, weight: entries.length },
  );
}
