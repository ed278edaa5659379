import { isObject, type Json, mapProps, type Props } from "../shared/json";
import { branchOf, type ObjectSchema, type Schema } from "./packageSchema";

/** The interface's name of a property: `consumerSelector` is `consumer_selector` on the wire. */
export function wireName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Renames the keys that the schema names, at every level; values are never touched. */
export function encode(schema: Schema, value: Json): Json {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => encode(items, item)) : value;
  }
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
  if (Array.isArray(wire)) {
    const { items } = schema;
    return items ? wire.map((item) => decode(items, item, knownOnly)) : wire;
  }
  if (!isObject(wire)) return wire;
  const properties = branchOf(schema, wire)?.properties;
  if (!properties) return wire;
  const keys = new Map(Object.keys(properties).map((key) => [wireName(key), key]));
  return Object.fromEntries(
    Object.entries(wire).flatMap(([name, item]): [string, Json][] => {
      const key = keys.get(name);
      if (item === null || (knownOnly && key === undefined)) return [];
      return [[key ?? name, decode(properties[key ?? ""] ?? {}, item, knownOnly)]];
    }),
  );
}

/** An answer's top level: what the schema names, and nothing else. */
export function decodeKnown({ properties }: ObjectSchema, wire: Props): Props {
  return mapProps(properties, (property, key) => {
    const value = wire[wireName(key)] ?? null;
    return value === null ? undefined : decode(property, value);
  });
}

/**
 * Takes values out of an answer, each by its path of wire names: outputs that the interface nests
 * below an input, where they would be undefined in every preview.
 */
export function hoistNestedOutputs(answer: Props, paths: Record<string, string[]>) {
  const wire = JSON.parse(JSON.stringify(answer)) as Props;
  const lifted = mapProps(paths, (path): Json | undefined => {
    const name = path.at(-1) ?? "";
    const holder = path.slice(0, -1).reduce<Json | undefined>(child, wire);
    const value = child(holder, name);
    if (isObject(holder)) delete holder[name];
    return value ?? undefined;
  });
  return { wire, lifted };
}

const child = (node: Json | undefined, name: string) => (isObject(node) ? node[name] : undefined);
