import { isObject, type Json, mapProps } from "./json";
import { below, branchOf, type Schema } from "./schema";

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

/** Every text at or below a place that the schema marks `secret`. */
export function secretTexts(schema: Schema, value: Json | undefined, within = false): string[] {
  const secret = within || schema.secret === true;
  if (typeof value === "string") return secret ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  // Every branch, since a value with a mistaken tag is no less secret.
  const shapes = schema.oneOf ?? [schema];
  return shapes.flatMap(({ items, properties }) =>
    Object.entries(value).flatMap(([key, item]) =>
      secretTexts(items ?? properties?.[key] ?? {}, item, secret),
    ),
  );
}

export function hasSecret(schema: Schema): boolean {
  return schema.secret === true || below(schema).some(hasSecret);
}
