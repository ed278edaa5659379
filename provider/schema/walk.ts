import { isObject, type Json, maxDepth, ownProperty, type Props } from "../shared/json";
import type { Schema } from "./packageSchema";
import type { Path } from "./path";
import { isUnknown } from "./unknown";

// Reads a value together with its schema: which branch of a union counts, and what schema.json doesn't
// declare.

/** A place in a value, and what schema.json says about it. */
export interface Place {
  /** Empty where schema.json says nothing. */
  schema: Schema;
  value: Json;
  path: Path;
  /** Undefined where schema.json doesn't declare its neighbours either, as in a JSON document of any form. */
  isDeclared: boolean | undefined;
  /** Whether schema.json marks it, or something around it, as secret. */
  isSecret: boolean;
  /**
   * Whether the discriminator around it is none of schema.json's. Auth0 may have added a type, and anything
   * in it may be secret, except the discriminator itself. So may what is nested too deep to be read.
   */
  isOfUnknownType: boolean;
}

export interface WalkOptions {
  /**
   * Whether every branch of a union counts, as in a search for secrets: a value with a mistaken
   * discriminator is no less secret. Otherwise the discriminator chooses one. @default false
   */
  everyBranch?: boolean;
  /**
   * The property that a key stands for. Paths and results have the property, and those that schema.json
   * declares come first, in its order.
   */
  propertyOf?: (key: string) => string;
  /** The key that `map` writes for a property. */
  keyOf?: (property: string, place: Place) => string;
}

/** Every place of a value. An object or an array comes before what it contains. */
export function visit(schema: Schema, value: Json, options: WalkOptions = {}): Place[] {
  const visitFrom = (place: Place): Place[] => [
    place,
    ...childrenOf(place, options).flatMap(visitFrom),
  ];
  return visitFrom(rootPlace(schema, value));
}

/** What a place becomes. `below` returns its value with changed children; undefined drops a property. */
export type Change = (place: Place, below: () => Json) => Json | undefined;

/** Changes a value from the top down. What `below` isn't called for stays as `change` returns it. */
export function map(schema: Schema, value: Json, change: Change, options: WalkOptions = {}): Json {
  const mapFrom = (place: Place): Json | undefined =>
    change(place, () => withChildren(place, childrenOf(place, options), mapFrom, options));
  return mapFrom(rootPlace(schema, value)) ?? null;
}

function withChildren(
  { value, path }: Place,
  children: Place[],
  changed: (child: Place) => Json | undefined,
  { keyOf = (property) => property }: WalkOptions,
): Json {
  if (typeof value !== "object" || value === null || path.length > maxDepth) return value;
  if (Array.isArray(value)) return children.map((child) => changed(child) ?? null);
  const entries = children.flatMap((child): [string, Json][] => {
    const item = changed(child);
    return item === undefined ? [] : [[keyOf(String(child.path.at(-1)), child), item]];
  });
  // An assignment to a key `__proto__` would change the prototype; Object.fromEntries does not.
  return Object.fromEntries(entries);
}

export const rootPlace = (schema: Schema, value: Json): Place => {
  const isSecret = schema.secret === true;
  return { schema, value, path: [], isDeclared: true, isSecret, isOfUnknownType: false };
};

export function childrenOf(place: Place, options: WalkOptions): Place[] {
  const { schema, value, path } = place;
  if (path.length > maxDepth) return [];
  if (Array.isArray(value)) {
    const { items } = schema;
    return value.map((item, index) => child(place, index, item, items, items && true));
  }
  if (!isObject(value)) return [];
  const declared = branchOf(schema, value)?.properties;
  return propertiesOf(declared ?? {}, value, options).map(([property, item]) => {
    const chosen = options.everyBranch
      ? propertyOfEveryBranch(schema, property)
      : ownProperty(declared ?? {}, property);
    return child(place, property, item, chosen, declared && Object.hasOwn(declared, property));
  });
}

function child(
  parent: Place,
  key: string | number,
  value: Json,
  schema: Schema = {},
  isDeclared: boolean | undefined = undefined,
): Place {
  const path = [...parent.path, key];
  return {
    schema,
    value,
    path,
    isDeclared,
    isSecret: parent.isSecret || schema.secret === true,
    isOfUnknownType:
      parent.isOfUnknownType || path.length > maxDepth || hasUnknownType(parent, key),
  };
}

function hasUnknownType({ schema, value }: Place, key: string | number): boolean {
  if (!schema.discriminator || !isObject(value) || branchOf(schema, value)) return false;
  const { propertyName } = schema.discriminator;
  const tag = value[propertyName];
  return (key !== propertyName || typeof tag !== "string") && !isUnknown(tag);
}

function propertiesOf(
  declared: Record<string, Schema>,
  value: Props,
  { propertyOf }: WalkOptions,
): [string, Json][] {
  if (!propertyOf) return Object.entries(value);
  const entries = Object.entries(value).map(([key, item]): [string, Json] => {
    const property = propertyOf(key);
    // A name of the API beside the property that it stands for isn't that property.
    const isRenamed = Object.hasOwn(declared, property) && !Object.hasOwn(value, property);
    return [isRenamed ? property : key, item];
  });
  const isDeclared = ([property]: [string, Json]) => Object.hasOwn(declared, property);
  const order = Object.keys(declared);
  return [
    ...entries.filter(isDeclared).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
    ...entries.filter((entry) => !isDeclared(entry)),
  ];
}

/** What the branches of a union declare for a property; secret if one of them says so. */
function propertyOfEveryBranch(schema: Schema, property: string): Schema {
  const declared = branchesOf(schema).flatMap(
    ({ properties }) => ownProperty(properties ?? {}, property) ?? [],
  );
  if (declared.length <= 1) return declared[0] ?? {};
  return { type: "object", oneOf: declared, secret: declared.some(({ secret }) => secret) };
}

/** All branches of a union. A schema that is no union is its own branch. */
export const branchesOf = (schema: Schema): Schema[] =>
  schema.oneOf?.flatMap(branchesOf) ?? [schema];

/**
 * The branch of a union that the discriminator of a value chooses; undefined for an unknown
 * discriminator. A schema that is no union is its own branch.
 */
export function branchOf(schema: Schema, value: Props): Schema | undefined {
  if (!schema.oneOf || !schema.discriminator) return schema;
  const tag = schema.discriminator.propertyName;
  return schema.oneOf.find((branch) => branch.properties?.[tag]?.const === value[tag]);
}

/** The properties that the schema declares for a value: those of the chosen branch. */
export function propertiesFor(schema: Schema, value: Props): Record<string, Schema> {
  return branchOf(schema, value)?.properties ?? {};
}

/** The schemas one level below: of items, of branches, of properties. */
export function childSchemas({ items, oneOf, properties }: Schema): Schema[] {
  return [...(items ? [items] : []), ...(oneOf ?? []), ...Object.values(properties ?? {})];
}
