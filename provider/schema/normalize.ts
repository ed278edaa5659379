import { inspect } from "node:util";
import { type Json, mapProps, maxDepth, type Props } from "../shared/json";
import type { ObjectSchema, Schema } from "./packageSchema";
import { mapChildren } from "./traverse";

/** Sorts every array that is a set (`uniqueItems`), so that another order is no difference. */
export function sortSets(schema: Schema, value: Json): Json {
  const sorted = mapChildren(schema, value, sortSets);
  if (!schema.uniqueItems || !Array.isArray(sorted)) return sorted;
  return sorted.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
}

const unabridged = { depth: null, maxArrayLength: null, maxStringLength: null };

/** The same text for every order of keys. */
export const canonical = (value: Json): string => inspect(value, { sorted: true, ...unabridged });

/** Drops properties that are `null`: a program may write it to leave a property out. */
export function dropNulls(value: Json, depth = 0): Json {
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => dropNulls(item, depth + 1));
  return mapProps(value, (item) => dropNulls(item, depth + 1) ?? undefined);
}

/**
 * Fills in the properties that a program leaves out: with their default, else with their old value.
 * The service keeps a property that an update does not send, so leaving one out never erases it.
 */
export function fillRemoved({ properties }: ObjectSchema, news: Props, olds: Props): Props {
  const filled = mapProps(properties, (property, key) => property.default ?? olds[key]);
  return { ...filled, ...news };
}
