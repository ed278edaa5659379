import { isObject, type Json, mapProps, type Props } from "../shared/json";
import type { Schema } from "./packageSchema";
import type { Path } from "./path";
import { map, visit } from "./walk";

/** The name of a property in the HTTP API: `consumer_selector` for `consumerSelector`. */
export function wireName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The property that has a name in the HTTP API: `consumerSelector` for `consumer_selector`. */
export function propertyName(wire: string): string {
  return wire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Renames the properties that the schema declares to their wire names, at every level. */
export const encode = (schema: Schema, value: Json): Json =>
  map(schema, value, (_, below) => below(), {
    keyOf: (property, { isDeclared }) => (isDeclared ? wireName(property) : property),
  });

/**
 * Renames wire names to properties, and drops what is `null` or not declared, at every level: a field that
 * Auth0 adds is no difference. Nothing is dropped where the schema declares no properties, such as below an
 * unknown discriminator.
 */
export const decode = (schema: Schema, wire: Json): Json =>
  map(
    schema,
    wire,
    ({ isDeclared, value }, below) =>
      isDeclared === false || (isDeclared && value === null) ? undefined : below(),
    { propertyOf: propertyName },
  );

/** The paths of the fields that `decode` drops because they are not declared. */
export const undeclaredPaths = (schema: Schema, wire: Json): Path[] =>
  visit(schema, wire, { propertyOf: propertyName })
    .filter(({ isDeclared }) => isDeclared === false)
    .map(({ path }) => path);

/**
 * Renames the wire names in a program's inputs to properties, at every level: dictionaries of Python
 * have them within a union, also below the keys of a typed class. A wire name beside the property that
 * it names stays, so that validation rejects it.
 */
export const renameWireNames = (schema: Schema, value: Json): Json =>
  map(schema, value, (_, below) => below(), { propertyOf: propertyName });

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
