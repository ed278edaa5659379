import { isObject, type Json } from "../shared/json";
import type { Schema } from "./packageSchema";
import { type Path, pathText } from "./path";
import { branchOf, map, visit } from "./walk";

/**
 * Stands for a required secret in the inputs of an imported object, because Auth0 never returns
 * it. Pulumi writes it into the generated program, where the user replaces it.
 */
export const secretPlaceholder = "<secret: the service does not return it, set it here>";

/** Adds the placeholder for every required secret that is missing. */
export const addPlaceholders = (schema: Schema, value: Json): Json =>
  map(schema, value, (place, below) => {
    const filled = below();
    if (!isObject(filled)) return filled;
    const { properties = {}, required = [] } = branchOf(place.schema, filled) ?? {};
    const missing = required.filter((key) => properties[key]?.writeOnly && !(key in filled));
    return { ...filled, ...Object.fromEntries(missing.map((key) => [key, secretPlaceholder])) };
  });

/** The user may have set something around it, such as `Bearer `. */
export const isPlaceholder = (value: unknown): boolean =>
  typeof value === "string" && value.includes(secretPlaceholder);

/** Leaves out every placeholder. */
export const dropPlaceholders = (value: Json): Json =>
  map({}, value, (place, below) => (isPlaceholder(place.value) ? undefined : below()));

export interface Placeholder {
  path: Path;
  /** The placeholder, and what the user may have set around it. */
  text: string;
}

/** The places that still have the placeholder. */
export const placeholdersIn = (value: Json = null): Placeholder[] =>
  visit({}, value)
    .filter((place) => isPlaceholder(place.value))
    .map((place) => ({ path: place.path, text: String(place.value) }));

export const placeholderPaths = (value: Json | undefined): string[] =>
  placeholdersIn(value).map(({ path }) => pathText(path));
