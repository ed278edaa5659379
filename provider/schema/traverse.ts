import { isObject, type Json, mapProps, ownProperty, type Props } from "../shared/json";
import type { Schema } from "./packageSchema";
import { isUnknown } from "./unknown";

/** The schemas one level below: of items, of branches, of properties. */
export function childSchemas({ items, oneOf, properties }: Schema): Schema[] {
  return [...(items ? [items] : []), ...(oneOf ?? []), ...Object.values(properties ?? {})];
}

/**
 * The branch of a union that the discriminator of a value chooses; undefined for an unknown
 * discriminator. A schema that is no union is its own branch.
 */
export function branchOf(schema: Schema, value: Props): Schema | undefined {
  if (!schema.oneOf || !schema.discriminator) return schema;
  const tag = schema.discriminator.propertyName;
  return schema.oneOf.find((branch) => branch.properties?.[tag]?.const === value[tag]);
}

/**
 * All branches of a union. A search for secrets must cover every branch: a value with a
 * mistaken discriminator is no less secret.
 */
export function branchesOf(schema: Schema): Schema[] {
  return schema.oneOf ?? [schema];
}

/**
 * Whether a discriminator that schema.json does not have chooses the form of a property: the service may
 * have added a type, and anything in it may be secret. The discriminator itself says which type it is.
 */
export function isOfUnknownType(schema: Schema, value: Props, key: string): boolean {
  if (!schema.discriminator || branchOf(schema, value) !== undefined) return false;
  const { propertyName } = schema.discriminator;
  const tag = value[propertyName];
  return (key !== propertyName || typeof tag !== "string") && !isUnknown(tag);
}

/**
 * The schema of a property in a search for secrets: a union of what the branches declare, since a mistaken
 * discriminator must not expose a secret.
 */
export function propertyOfAnyBranch(schema: Schema, value: Props, key: string): Schema {
  if (isOfUnknownType(schema, value, key)) return { secret: true };
  const declared = branchesOf(schema).flatMap(
    ({ properties }) => ownProperty(properties ?? {}, key) ?? [],
  );
  if (declared.length <= 1) return declared[0] ?? {};
  const secret = declared.some((property) => property.secret);
  return { type: "object", oneOf: declared, secret };
}

/** Like `mapChildren`, with the schema that a search for secrets needs. */
export function mapChildrenOfAnyBranch(
  schema: Schema,
  value: Json,
  change: (childSchema: Schema, child: Json) => Json,
): Json {
  if (Array.isArray(value)) return value.map((item) => change(schema.items ?? {}, item));
  if (!isObject(value)) return value;
  return mapProps(value, (item, key) => change(propertyOfAnyBranch(schema, value, key), item));
}

/** The properties that the schema declares for a value: those of the chosen branch. */
export function propertiesFor(schema: Schema, value: Props): Record<string, Schema> {
  return branchOf(schema, value)?.properties ?? {};
}

/**
 * Changes every property of an object, together with its schema, which is empty where the schema
 * declares none; a property for which `change` returns undefined is dropped. Of an array, changes
 * every item if the schema declares items. Any other value is returned as it is.
 */
export function mapChildren(
  schema: Schema,
  value: Json,
  change: (childSchema: Schema, child: Json) => Json | undefined,
): Json {
  if (Array.isArray(value)) {
    const { items } = schema;
    // A response may nest arrays that no schema declares deeper than the call stack.
    return items ? value.map((item) => change(items, item) ?? null) : [...value];
  }
  if (!isObject(value)) return value;
  const properties = propertiesFor(schema, value);
  return mapProps(value, (child, key) => change(ownProperty(properties, key) ?? {}, child));
}
