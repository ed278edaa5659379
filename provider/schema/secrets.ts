import { isObject, type Json, mapProps } from "../shared/json";
import { fragmentLength, minRedactableLength } from "../shared/redact";
import type { Schema } from "./packageSchema";
import { branchesOf, branchOf, childSchemas, map, type Place, visit } from "./walk";

/**
 * Copies write-only values, which Auth0 never returns, from the inputs that were last sent
 * into the live ones. It copies none if the live value has another branch or lacks the object around
 * them: that is drift, and must show.
 */
export function carryWriteOnly(schema: Schema, live: Json, sent: Json | undefined): Json {
  if (!isObject(live) || !isObject(sent)) return live;
  const branch = branchOf(schema, live);
  if (!branch?.properties || branch !== branchOf(schema, sent)) return live;
  const carried = mapProps(branch.properties, (property, key) => {
    if (property.writeOnly) return sent[key];
    const item = live[key];
    return item === undefined ? undefined : carryWriteOnly(property, item, sent[key]);
  });
  return { ...live, ...carried };
}

/** Drops write-only values, which Auth0 never returns. */
export const dropWriteOnly = (schema: Schema, value: Json): Json =>
  map(schema, value, (place, below) => (place.schema.writeOnly ? undefined : below()));

/** Changes every value that is secret in any branch of a union, or whose type schema.json doesn't know. */
export const mapSecrets = (schema: Schema, value: Json, change: (secret: Json) => Json): Json =>
  map(schema, value, (place, below) => (mayBeSecret(place) ? change(place.value) : below()), {
    everyBranch: true,
  });

export const mayBeSecret = ({ isSecret, isOfUnknownType }: Place): boolean =>
  isSecret || isOfUnknownType;

export const mapUnknownTypes = (schema: Schema, value: Json, change: (item: Json) => Json): Json =>
  map(schema, value, (place, below) => (place.isOfUnknownType ? change(place.value) : below()));

/** Every string, number and boolean at or below a place that the schema marks `secret`. */
export const secretTexts = (schema: Schema, value: unknown): string[] =>
  leavesOf(schema, value)
    .filter(({ isSecret }) => isSecret)
    .map(textOf);

/** Every text that no message may repeat: secrets, and the parts of URLs that often hold one. */
export function textsToRedact(schema: Schema, value: unknown): string[] {
  return leavesOf(schema, value).flatMap((leaf) => {
    const text = textOf(leaf);
    if (leaf.isSecret) return [text];
    // A short text, such as a number, occurs in every message: nothing would be shown.
    if (leaf.isOfUnknownType) return text.length < minRedactableLength ? [] : [text];
    return branchesOf(leaf.schema).some(({ format }) => format === "url")
      ? sensitivePartsOfUrl(text)
      : [];
  });
}

/** The tags and enumerated values in a value: words of the schema, which are in its documentation. */
export const wordsOfSchema = (schema: Schema, value: unknown): string[] =>
  leavesOf(schema, value)
    .filter((leaf) => branchesOf(leaf.schema).some((one) => one.const ?? one.enum))
    .map(textOf);

const leavesOf = (schema: Schema, value: unknown): Place[] =>
  visit(schema, (value ?? null) as Json, { everyBranch: true }).filter(
    (place) => typeof place.value !== "object",
  );

const textOf = (leaf: Place): string => String(leaf.value);

/**
 * User, query, fragment and long path segments. The schema marks no URL as secret, but webhook
 * providers put their keys into these parts.
 */
function sensitivePartsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  const parts = [url.username, url.password, url.search.slice(1), url.hash.slice(1)];
  const queryValues = [...url.searchParams.values()];
  const segments = url.pathname.split("/");
  return [
    ...parts
      .filter((part) => part !== "")
      // A part that is too short to be redacted by itself is redacted with the whole URL.
      .map((part) => (part.length < minRedactableLength ? text : part)),
    ...queryValues.filter(({ length }) => length >= minRedactableLength),
    ...segments.filter(({ length }) => length >= fragmentLength),
  ];
}

/** Whether a value of this schema can hold a secret. */
export function hasSecret(schema: Schema): boolean {
  return schema.secret === true || childSchemas(schema).some(hasSecret);
}
