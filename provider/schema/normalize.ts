import { inspect } from "node:util";
import { isObject, type Json, mapProps, maxDepth, type Props } from "../shared/json";
import { branchOf, type ObjectSchema, type Schema } from "./packageSchema";

/** The same text for every order of keys. */
const whole = { depth: null, maxArrayLength: null, maxStringLength: null };
export const canonical = (value: Json): string => inspect(value, { sorted: true, ...whole });

/** Sorts every array that is a set (`uniqueItems`), so that order is never a difference. */
export function sortSets(schema: Schema, value: Json): Json {
  if (Array.isArray(value)) {
    const { items: shape } = schema;
    const items = shape ? value.map((item) => sortSets(shape, item)) : [...value];
    if (schema.uniqueItems) items.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
    return items;
  }
  if (!isObject(value)) return value;
  const properties = branchOf(schema, value)?.properties ?? {};
  return mapProps(value, (item, key) => sortSets(properties[key] ?? {}, item));
}

/** In a program, `null` says the same as nothing. */
export function dropNulls(value: Json, depth = 0): Json {
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => dropNulls(item, depth + 1));
  return mapProps(value, (item) => dropNulls(item, depth + 1) ?? undefined);
}

/** A removed optional property means its default, else what was there: nothing is ever wiped. */
export function fillRemoved({ properties }: ObjectSchema, news: Props, olds: Props): Props {
  return { ...mapProps(properties, (property, key) => property.default ?? olds[key]), ...news };
}
