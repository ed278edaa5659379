import { branchOf, isObject, type Json, type Props, type Schema } from "./schema";

/** The same value for every order of keys. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join()}}`;
}

const byCanonical = (a: Json, b: Json) => (canonical(a) < canonical(b) ? -1 : 1);

/** Sorts every array that is a set (`uniqueItems`), so that order is never a difference. */
export function sortSets(schema: Schema, value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => sortSets(schema.items ?? {}, item));
    return schema.uniqueItems ? items.sort(byCanonical) : items;
  }
  if (!isObject(value)) return value;
  const properties = branchOf(schema, value)?.properties ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, sortSets(properties[key] ?? {}, item)]),
  );
}

/** In a program, `null` says the same as nothing. */
export function dropNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, dropNulls(item)]),
  );
}

/**
 * What a removed optional property means: its default, else what was there before. So the plan
 * shows what will happen, and a removal never wipes anything.
 */
export function fillRemoved(schema: Schema, news: Props, olds: Props): Props {
  const kept = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const value = property.default ?? olds[key];
    return key in news || value === undefined ? [] : [[key, value] as const];
  });
  return { ...news, ...Object.fromEntries(kept) };
}
