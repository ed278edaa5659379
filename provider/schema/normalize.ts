import { inspect } from "node:util";
import { type Json, mapProps, maxDepth, type Props } from "../shared/json";
import type { ObjectSchema, Schema } from "./packageSchema";
import { map } from "./walk";

/** Sorts every array that is a set (`uniqueItems`), so that another order is no difference. */
export const sortSets = (schema: Schema, value: Json): Json =>
  map(schema, value, (place, below) => {
    const items = below();
    if (!place.schema.uniqueItems || !Array.isArray(items)) return items;
    return items.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
  });

const unabridged = { depth: null, maxArrayLength: null, maxStringLength: null };

/** The same text for every order of keys. */
export const canonical = (value: Json): string => inspect(value, { sorted: true, ...unabridged });

/** Drops properties that are `null`: a program may write it to leave a property out. */
export const dropNulls = (value: Json): Json =>
  map({}, value, (place, below) => {
    const isTooDeep = place.path.length > maxDepth && typeof place.value === "object";
    return place.value === null || isTooDeep ? undefined : below();
  });

/**
 * Fills in the properties that a program leaves out: with their default, else with their old value.
 * Auth0 keeps a property that an update does not send, so leaving one out never erases it.
 */
export function fillRemoved({ properties }: ObjectSchema, news: Props, olds: Props): Props {
  const filled = mapProps(properties, (property, key) => property.default ?? olds[key]);
  return { ...filled, ...news };
}
