import { isObject, type Json, mapProps, ownProperty } from "../shared/json";
import type { Schema } from "./packageSchema";
import { branchOf } from "./traverse";

/**
 * The parts of a decoded response that the schema declares, in the order of the schema: the service changes
 * its order. A union whose tag the schema does not know stays whole: validation then names the tag.
 */
export function dropUndeclared(schema: Schema, value: Json): Json {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => dropUndeclared(items, item)) : value;
  }
  if (!isObject(value)) return value;
  const properties = branchOf(schema, value)?.properties;
  if (!properties) return value;
  return mapProps(properties, (property, key) => {
    const item = ownProperty(value, key);
    return item === undefined ? undefined : dropUndeclared(property, item);
  });
}

/** The paths of what `dropUndeclared` drops, such as `subscriptions[0].filter`. */
export function undeclaredPaths(schema: Schema, value: Json, path = ""): string[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    const inItem = (item: Json, index: number) =>
      items ? undeclaredPaths(items, item, `${path}[${index}]`) : [];
    return value.flatMap(inItem);
  }
  if (!isObject(value)) return [];
  const properties = branchOf(schema, value)?.properties;
  if (!properties) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const property = ownProperty(properties, key);
    const keyPath = path === "" ? key : `${path}.${key}`;
    return property ? undeclaredPaths(property, item, keyPath) : [keyPath];
  });
}
