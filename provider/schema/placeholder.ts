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

/** A person may have set something around it, such as `Bearer `. */
const isPlaceholder = (value: Json | undefined) =>
  typeof value === "string" && value.includes(secretPlaceholder);

/** Leaves out every placeholder: a refresh compares the inputs in the state, which may hold one. */
export function dropPlaceholders(value: Json): Json {
  if (Array.isArray(value)) return value.map(dropPlaceholders);
  if (!isObject(value)) return value;
  return mapProps(value, (item) => (isPlaceholder(item) ? undefined : dropPlaceholders(item)));
}

/** The paths of the properties that still have the placeholder. */
export const placeholderPaths = (value: Json | undefined): string[] =>
  placeholdersIn(value).map(({ path }) => path);

interface Placeholder {
  path: string;
  /** The placeholder, and what a person may have set around it. */
  text: string;
}

function placeholdersIn(value: Json | undefined, path = ""): Placeholder[] {
  if (isPlaceholder(value)) return [{ path, text: String(value) }];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => placeholdersIn(item, `${path}[${index}]`));
  }
  if (!isObject(value)) return [];
  return Object.entries(value as Props).flatMap(([key, item]) =>
    placeholdersIn(item, path === "" ? key : `${path}.${key}`),
  );
}

/** Whether inputs have placeholders, and the inputs in the state have the same ones. */
export function keepsPlaceholders(news: Props, olds: Props): boolean {
  const inState = new Map(placeholdersIn(olds).map(({ path, text }) => [path, text]));
  const placeholders = placeholdersIn(news);
  return (
    placeholders.length > 0 && placeholders.every(({ path, text }) => inState.get(path) === text)
  );
}

/** A sentence for each placeholder that inputs have. */
export const placeholderFailures = (inputs: Props): string[] =>
  placeholderPaths(inputs).map(stillPlaceholder);

const stillPlaceholder = (path: string) =>
  `${path} is still the placeholder of an import: the service does not return this secret, so set the secret that it has, or a new one`;

/**
 * Why placeholders that a program and the state share cannot stay: ignoreChanges does not cover one, or
 * it would be sent with the property around it, which changes.
 */
export function keptPlaceholderFailures(
  news: Props,
  ignoreChanges: string[],
  changedKeys: string[],
): string[] {
  return placeholderPaths(news).flatMap((path) => {
    const key = topLevelKey(path);
    if (!ignoreChanges.some((ignored) => covers(ignored, path))) {
      return `${stillPlaceholder(path)}; ignoreChanges: ["${key}"] leaves it to the service`;
    }
    if (!changedKeys.includes(key)) return [];
    return `${path} is left to the service by ignoreChanges, but a change of ${key} is sent with it: set the secret and remove it from ignoreChanges, or ignore all of ${key}`;
  });
}

/**
 * Why placeholders of properties that change cannot stay: they would be sent with the change. For an
 * adapter that is not told of ignoreChanges; `advice` says how a program gets a secret.
 */
export function changedPlaceholderFailures(
  news: Props,
  changedKeys: string[],
  advice: string,
): string[] {
  return placeholderPaths(news).flatMap((path) => {
    const key = topLevelKey(path);
    if (!changedKeys.includes(key)) return [];
    return `${stillPlaceholder(path)}${advice}; a change of ${key} would send the placeholder: set the secret and remove it from ignoreChanges, or leave all of ${key} to the service by ignoreChanges: ["${key}"]`;
  });
}

const topLevelKey = (path: string) => path.split(/[.[]/)[0] ?? path;

/** Whether an entry of ignoreChanges, such as `destination` or `destination.*`, is at or above a path. */
function covers(ignored: string, path: string): boolean {
  const keys = path.split(".");
  const ignoredKeys = ignored.split(/[.[\]"]+/).filter((key) => key !== "");
  return ignoredKeys.every((key, depth) => key === "*" || key === keys[depth]);
}
