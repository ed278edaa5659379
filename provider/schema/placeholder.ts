import { isObject, type Json, mapProps } from "../shared/json";
import type { Schema } from "./packageSchema";
import { type Path, pathText } from "./path";
import { branchOf, mapChildren, propertiesFor } from "./traverse";

/**
 * Stands for a required secret in the inputs of an imported object, because the service never returns
 * it. Pulumi writes it into the generated program, where the user replaces it.
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

/** The user may have set something around it, such as `Bearer `. */
export const isPlaceholder = (value: unknown): boolean =>
  typeof value === "string" && value.includes(secretPlaceholder);

/** Leaves out every placeholder. */
export function dropPlaceholders(value: Json): Json {
  if (Array.isArray(value)) return value.map(dropPlaceholders);
  if (!isObject(value)) return value;
  return mapProps(value, (item) => (isPlaceholder(item) ? undefined : dropPlaceholders(item)));
}

export interface Placeholder {
  path: Path;
  /** The placeholder, and what the user may have set around it. */
  text: string;
}

/** The places that still have the placeholder. */
export function placeholdersIn(value: Json | undefined, path: Path = []): Placeholder[] {
  if (isPlaceholder(value)) return [{ path, text: String(value) }];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => placeholdersIn(item, [...path, index]));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => placeholdersIn(item, [...path, key]));
}

export const placeholderPaths = (value: Json | undefined): string[] =>
  placeholdersIn(value).map(({ path }) => pathText(path));
