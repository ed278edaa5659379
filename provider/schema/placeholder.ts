import { isObject, type Json, mapProps, type Props } from "../shared/json";
import type { Schema } from "./packageSchema";
import { branchOf, mapChildren, propertiesFor } from "./traverse";

/**
 * Stands for a required secret in the inputs of an imported object, because the service never returns
 * it. Pulumi writes it into the generated program, where a person replaces it.
 */
export const secretPlaceholder = "<secret: the service does not return it, set it here>";

/** Adds the placeholder for every required secret that is missing. */
export function addPlaceholders(schema: Schema, value: Json): Json {
  const filled = mapChildren(schema, value, addPlaceholders);
  if (!isObject(filled)) return filled;
  const required = branchOf(schema, filled)?.required ?? [];
  const missing = Object.entries(propertiesFor(schema, filled)).filter(
    ([key, property]) => property.writeOnly && required.includes(key) && !(key in filled),
  );
  return { ...filled, ...Object.fromEntries(missing.map(([key]) => [key, secretPlaceholder])) };
}

/** Leaves out every placeholder: a refresh compares the inputs in the state, which may hold one. */
export function dropPlaceholders(value: Json): Json {
  if (Array.isArray(value)) return value.map(dropPlaceholders);
  if (!isObject(value)) return value;
  return mapProps(value, (item) =>
    item === secretPlaceholder ? undefined : dropPlaceholders(item),
  );
}

/** The paths of the properties that still have the placeholder. */
export function placeholderPaths(value: Json | undefined, path = ""): string[] {
  if (value === secretPlaceholder) return [path];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => placeholderPaths(item, `${path}[${index}]`));
  }
  if (!isObject(value)) return [];
  return Object.entries(value as Props).flatMap(([key, item]) =>
    placeholderPaths(item, path === "" ? key : `${path}.${key}`),
  );
}
