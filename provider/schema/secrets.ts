import { isObject, type Json, mapProps } from "../shared/json";
import { fragmentLength, minRedactableLength } from "../shared/redact";
import { branchOf, childSchemas, type Schema } from "./packageSchema";

/**
 * Puts what the service never answers (`writeOnly`) back beside the live values, from what was last
 * sent; not where they chose another branch or lost the container: that is drift, and it shows.
 */
export function carryWriteOnly(schema: Schema, live: Json, sent: Json | undefined): Json {
  if (!isObject(live) || !isObject(sent)) return live;
  const branch = branchOf(schema, live);
  if (!branch?.properties || branch !== branchOf(schema, sent)) return live;
  const carried = mapProps(branch.properties, (property, key) => {
    const item = live[key];
    if (property.writeOnly) return sent[key];
    return item === undefined ? undefined : carryWriteOnly(property, item, sent[key]);
  });
  return { ...live, ...carried };
}

/** Without what the service never answers. */
export function dropWriteOnly(schema: Schema, value: Json): Json {
  if (!isObject(value)) return value;
  const properties = branchOf(schema, value)?.properties ?? {};
  return mapProps(value, (item, key) =>
    properties[key]?.writeOnly ? undefined : dropWriteOnly(properties[key] ?? {}, item),
  );
}

/** Every text, number and boolean at or below a place that the schema marks `secret`. */
export function secretTexts(schema: Schema, value: unknown): string[] {
  return leavesOf(schema, value).flatMap(({ text, secret }) => (secret ? [text] : []));
}

/** What no message may repeat: the secrets, and the parts of URLs that often hold one. */
export function textsToRedact(schema: Schema, value: unknown): string[] {
  return leavesOf(schema, value).flatMap(({ text, secret, format }) => {
    if (secret) return [text];
    return format === "url" ? urlSecrets(text) : [];
  });
}

interface Leaf {
  text: string;
  secret: boolean;
  format: Schema["format"];
}

function leavesOf(schema: Schema, value: unknown, within = false): Leaf[] {
  const secret = within || schema.secret === true;
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") return [{ text: String(value), secret, format: schema.format }];
  // Every branch, since a value with a mistaken tag is no less secret.
  const shapes = schema.oneOf ?? [schema];
  return shapes.flatMap(({ items, properties }) =>
    Object.entries(value).flatMap(([key, item]) =>
      leavesOf(items ?? properties?.[key] ?? {}, item, secret),
    ),
  );
}

/** User, query, fragment and long path segments: the schema marks none of them secret. */
function urlSecrets(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { username, password, pathname, search, searchParams, hash } = new URL(text);
  const parts = [username, password, search.slice(1), hash.slice(1)].filter((part) => part !== "");
  const values = [...searchParams.values()].filter(({ length }) => length >= minRedactableLength);
  const segments = pathname.split("/").filter(({ length }) => length >= fragmentLength);
  // A part too short to be redacted by itself goes with the whole URL.
  return [
    ...parts.map((part) => (part.length < minRedactableLength ? text : part)),
    ...values,
    ...segments,
  ];
}

export function hasSecret(schema: Schema): boolean {
  return schema.secret === true || childSchemas(schema).some(hasSecret);
}
