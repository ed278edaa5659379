import { branchOf, isObject, type Json, type Schema } from "./schema";

/**
 * Puts what the service never answers (`writeOnly`) back beside the live values, at the depth where
 * it lives, from what was last sent. Where the live value chose another branch of a union, or the
 * container is gone, nothing is put back: that is drift, and it shows.
 */
export function carryWriteOnly(schema: Schema, live: Json, sent: Json | undefined): Json {
  if (!isObject(live) || !isObject(sent)) return live;
  const branch = branchOf(schema, live);
  if (!branch?.properties || branch !== branchOf(schema, sent)) return live;
  const carried = Object.entries(branch.properties).flatMap(([key, property]) => {
    const value = sent[key];
    if (property.writeOnly) return value === undefined ? [] : [[key, value] as const];
    const item = live[key];
    return item === undefined ? [] : [[key, carryWriteOnly(property, item, value)] as const];
  });
  return { ...live, ...Object.fromEntries(carried) };
}

/** Every text at or below a place that the schema marks `secret`. */
export function secretTexts(schema: Schema, value: Json | undefined): string[] {
  if (schema.secret) return texts(value);
  if (Array.isArray(value)) return value.flatMap((item) => secretTexts(schema.items ?? {}, item));
  if (!isObject(value)) return [];
  // Every branch, since a value with a mistaken tag is no less secret.
  const branches = schema.oneOf ?? [schema];
  return branches.flatMap(({ properties }) =>
    Object.entries(properties ?? {}).flatMap(([key, property]) =>
      secretTexts(property, value[key]),
    ),
  );
}

function texts(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(texts) : [];
}

export function hasSecret(schema: Schema): boolean {
  const below = [
    ...(schema.items ? [schema.items] : []),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.properties ?? {}),
  ];
  return schema.secret === true || below.some(hasSecret);
}
