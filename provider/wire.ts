import { branchOf, isObject, type Json, type Props, type Schema } from "./schema";

/** The interface's name of a property: `consumerSelector` is `consumer_selector` on the wire. */
export function wireName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Renames the keys that the schema names, at every level; values are never touched. */
export function encode(schema: Schema, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => encode(schema.items ?? {}, item));
  if (!isObject(value)) return value;
  const properties = branchOf(schema, value)?.properties;
  if (!properties) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return property ? [wireName(key), encode(property, item)] : [key, item];
    }),
  );
}

/**
 * The way back. `null` is absent. A tag or a key that the schema does not know passes through as it
 * came, so that a refresh shows it, unless `knownOnly` leaves such keys out.
 */
export function decode(schema: Schema, wire: Json, knownOnly = false): Json {
  if (Array.isArray(wire)) return wire.map((item) => decode(schema.items ?? {}, item, knownOnly));
  if (!isObject(wire)) return wire;
  const properties = branchOf(schema, wire, wireName)?.properties;
  if (!properties) return wire;
  const keys = new Map(Object.keys(properties).map((key) => [wireName(key), key]));
  return Object.fromEntries(
    Object.entries(wire).flatMap(([name, item]): [string, Json][] => {
      const key = keys.get(name);
      if (item === null || (knownOnly && key === undefined)) return [];
      return [
        key === undefined ? [name, item] : [key, decode(properties[key] ?? {}, item, knownOnly)],
      ];
    }),
  );
}

/**
 * Takes the value at a path of wire names out of an answer, for an output that the interface nests
 * below an input: nested there, it would be undefined in every preview.
 */
export function lift(wire: Props, path: string[]): { rest: Props; lifted: Json | undefined } {
  const [name = "", ...below] = path;
  const { [name]: value, ...others } = wire;
  if (below.length === 0) return { rest: others, lifted: value };
  if (!isObject(value)) return { rest: wire, lifted: undefined };
  const { rest, lifted } = lift(value, below);
  return { rest: { ...wire, [name]: rest }, lifted };
}
