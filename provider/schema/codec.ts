import { isObject, type Json, mapProps, ownProperty, type Props } from "../shared/json";
import type { Schema } from "./packageSchema";
import type { Path } from "./path";
import { branchOf, childSchemas } from "./traverse";

/** The name of a property in the HTTP API: `consumer_selector` for `consumerSelector`. */
export function wireName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The property that has a name in the HTTP API: `consumerSelector` for `consumer_selector`. */
export function propertyName(wire: string): string {
  return wire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const keysByWireName = (properties: object) =>
  new Map(Object.keys(properties).map((key) => [wireName(key), key]));

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

/**
 * Renames wire names back to properties, and drops what is `null` or not declared, at every level: a
 * field that the service adds is no difference. Below an unknown discriminator, and where the schema
 * declares no properties, everything stays as it is. The order is that of the schema.
 */
export function decode(schema: Schema, wire: Json): Json {
  if (Array.isArray(wire)) {
    const { items } = schema;
    return items ? wire.map((item) => decode(items, item)) : wire;
  }
  if (!isObject(wire)) return wire;
  const properties = branchOf(schema, wire)?.properties;
  if (!properties) return wire;
  return mapProps(properties, (property, key) => {
    const item = ownProperty(wire, wireName(key)) ?? null;
    return item === null ? undefined : decode(property, item);
  });
}

/** The paths of the fields that `decode` drops because they are not declared. */
export function undeclaredPaths(schema: Schema, wire: Json, path: Path = []): Path[] {
  if (Array.isArray(wire)) {
    const { items } = schema;
    if (!items) return [];
    return wire.flatMap((item, index) => undeclaredPaths(items, item, [...path, index]));
  }
  if (!isObject(wire)) return [];
  const properties = branchOf(schema, wire)?.properties;
  if (!properties) return [];
  const keys = keysByWireName(properties);
  return Object.entries(wire).flatMap(([name, item]) => {
    const key = keys.get(name);
    const itemPath = [...path, key ?? name];
    const property = key === undefined ? undefined : properties[key];
    return property ? undeclaredPaths(property, item, itemPath) : [itemPath];
  });
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
  const keys = keysByWireName(properties);
  const entries = Object.entries(value).map(([name, item]): [string, Json] => {
    const named = keys.get(name);
    const key = named === undefined || Object.hasOwn(value, named) ? name : named;
    const property = ownProperty(properties, key);
    return [key, property ? renameWireNames(property, item) : item];
  });
  return Object.fromEntries(entries);
}

/**
 * A message for the program that wrote a value: with wire names, if the value has any key with an underscore.
 * Only dictionaries of Python have them, and such programs name all properties like that.
 */
export function inSpellingOf(value: Json, schema: Schema, message: string): string {
  if (!hasUnderscore(value)) return message;
  const declared = new Set(declaredNames(schema));
  return message.replace(/\w+/g, (word) => (declared.has(word) ? wireName(word) : word));
}

function hasUnderscore(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return own.some((key) => key.includes("_")) || Object.values(value).some(hasUnderscore);
}

function declaredNames(schema: Schema): string[] {
  return [...Object.keys(schema.properties ?? {}), ...childSchemas(schema).flatMap(declaredNames)];
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
