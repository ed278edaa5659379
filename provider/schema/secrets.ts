import { isObject, type Json, mapProps, ownProperty } from "../shared/json";
import { fragmentLength, minRedactableLength } from "../shared/redact";
import type { Schema } from "./packageSchema";
import {
  branchesOf,
  branchOf,
  childSchemas,
  isOfUnknownType,
  mapChildren,
  mapChildrenOfAnyBranch,
  propertiesFor,
} from "./traverse";

/**
 * Copies write-only values, which the service never returns, from the inputs that were last sent
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

/** Drops write-only values, which the service never returns. */
export function dropWriteOnly(schema: Schema, value: Json): Json {
  return mapChildren(schema, value, (childSchema, child) =>
    childSchema.writeOnly ? undefined : dropWriteOnly(childSchema, child),
  );
}

/** Changes every value that the schema marks `secret`, in any branch of a union, or whose type it does not know. */
export function mapSecrets(schema: Schema, value: Json, change: (secret: Json) => Json): Json {
  if (schema.secret) return change(value);
  return mapChildrenOfAnyBranch(schema, value, (childSchema, child) =>
    mapSecrets(childSchema, child, change),
  );
}

/** Changes every value whose type the schema does not know. */
export function mapUnknownTypes(schema: Schema, value: Json, change: (item: Json) => Json): Json {
  if (Array.isArray(value)) {
    return value.map((item) => mapUnknownTypes(schema.items ?? {}, item, change));
  }
  if (!isObject(value)) return value;
  const properties = propertiesFor(schema, value);
  return mapProps(value, (item, key) =>
    isOfUnknownType(schema, value, key)
      ? change(item)
      : mapUnknownTypes(ownProperty(properties, key) ?? {}, item, change),
  );
}

/** Every string, number and boolean at or below a place that the schema marks `secret`. */
export function secretTexts(schema: Schema, value: unknown): string[] {
  return leavesOf(schema, value)
    .filter(({ secret }) => secret)
    .map(({ text }) => text);
}

/** Every text that no message may repeat: secrets, and the parts of URLs that often hold one. */
export function textsToRedact(schema: Schema, value: unknown): string[] {
  return leavesOf(schema, value).flatMap(({ text, secret, ofUnknownType, format }) => {
    if (secret) return [text];
    // A short text, such as a number, occurs in every message: nothing would be shown.
    if (ofUnknownType) return text.length < minRedactableLength ? [] : [text];
    return format === "url" ? sensitivePartsOfUrl(text) : [];
  });
}

/** The tags and enumerated values in a value: words of the schema, which are in its documentation. */
export function wordsOfSchema(schema: Schema, value: unknown): string[] {
  return leavesOf(schema, value)
    .filter(({ isWord }) => isWord)
    .map(({ text }) => text);
}

interface Leaf {
  text: string;
  isWord: boolean;
  secret: boolean;
  ofUnknownType: boolean;
  format: Schema["format"];
}

function leavesOf(
  schema: Schema,
  value: unknown,
  within = { secret: false, ofUnknownType: false },
): Leaf[] {
  const secret = within.secret || schema.secret === true;
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") {
    const isWord = schema.const !== undefined || schema.enum !== undefined;
    const { ofUnknownType } = within;
    return [{ text: String(value), isWord, secret, ofUnknownType, format: schema.format }];
  }
  return branchesOf(schema).flatMap(({ items, properties }) =>
    Object.entries(value).flatMap(([key, item]) => {
      const ofUnknownType =
        within.ofUnknownType || (isObject(value) && isOfUnknownType(schema, value, key));
      return leavesOf(items ?? properties?.[key] ?? {}, item, { secret, ofUnknownType });
    }),
  );
}

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
