import { isObject, type Json, mapProps, ownProperty, type Props } from "../shared/json";
import type { ObjectSchema, Schema } from "./packageSchema";
import { branchOf } from "./traverse";

/** The name of a property in the HTTP API: `consumer_selector` for `consumerSelector`. */
export function wireName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Renames the properties that the schema declares to their wire names, at every level. Other
 * properties and all values stay as they are.
 */
export function encode(schema: Schema, value: Json): Json {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => encode(items, item)) : value;
  }
  if (!isObject(value)) return value;

  const properties = branchOf(schema, value)?.properties;
  if (!properties) return value;
  const entries = Object.entries(value).map(([key, item]): [string, Json] => {
    const property = ownProperty(properties, key);
    return property ? [wireName(key), encode(property, item)] : [key, item];
  });
  return Object.fromEntries(entries);
}

interface DecodeOptions {
  /** Drops properties that the schema does not declare. By default a refresh shows them. */
  declaredOnly?: boolean;
}

/**
 * Renames wire names back to properties, and drops properties that are `null`. Below an unknown
 * discriminator, and where the schema declares no properties, everything stays as it is.
 */
export function decode(schema: Schema, wire: Json, options: DecodeOptions = {}): Json {
  if (Array.isArray(wire)) {
    const { items } = schema;
    return items ? wire.map((item) => decode(items, item, options)) : wire;
  }
  if (!isObject(wire)) return wire;

  const properties = branchOf(schema, wire)?.properties;
  if (!properties) return wire;
  const keysByWireName = new Map(Object.keys(properties).map((key) => [wireName(key), key]));

  const entries: [string, Json][] = [];
  for (const [name, item] of Object.entries(wire)) {
    const key = keysByWireName.get(name);
    const property = key === undefined ? undefined : properties[key];
    if (item === null) continue;
    if (key !== undefined && property) entries.push([key, decode(property, item, options)]);
    else if (!options.declaredOnly) entries.push([name, item]);
  }
  return Object.fromEntries(entries);
}

/**
 * Renames the wire names in a program's inputs to properties, at every level: dictionaries of Python
 * have them within a union, also below the keys of a typed class. A wire name beside the property that
 * it names stays, so that validation refuses it.
 */
export function renameWireNames(schema: Schema, value: Json): Json {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => renameWireNames(items, item)) : value;
  }
  if (!isObject(value)) return value;

  const properties = branchOf(schema, value)?.properties;
  if (!properties) return value;
  const keysByWireName = new Map(Object.keys(properties).map((key) => [wireName(key), key]));
  const entries = Object.entries(value).map(([name, item]): [string, Json] => {
    const named = keysByWireName.get(name);
    const key = named === undefined || Object.hasOwn(value, named) ? name : named;
    const property = ownProperty(properties, key);
    return [key, property ? renameWireNames(property, item) : item];
  });
  return Object.fromEntries(entries);
}

/** The top-level properties that the schema declares, decoded; no others. */
export function decodeDeclared({ properties }: ObjectSchema, wire: Props): Props {
  return mapProps(properties, (property, key) => {
    const value = wire[wireName(key)] ?? null;
    return value === null ? undefined : decode(property, value);
  });
}

/**
 * Takes values out of a response, each by its path of wire names. The API nests some outputs below
 * an input; left there, Pulumi would show them as undefined in every preview.
 */
export function hoistNestedOutputs(response: Props, paths: Record<string, string[]>) {
  const wire: Props = JSON.parse(JSON.stringify(response));
  const hoisted = mapProps(paths, (path) => removeAt(wire, path));
  return { wire, hoisted };
}

/** Removes and returns the value at a path; undefined if there is none, or it is `null`. */
function removeAt(wire: Props, path: string[]): Json | undefined {
  let parent: Json | undefined = wire;
  for (const name of path.slice(0, -1)) parent = isObject(parent) ? parent[name] : undefined;

  const lastName = path.at(-1);
  if (!isObject(parent) || lastName === undefined) return undefined;
  const value = parent[lastName];
  delete parent[lastName];
  return value ?? undefined;
}
