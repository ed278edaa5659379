export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The inputs or the outputs of a resource. */
export type Props = Record<string, Json>;

/**
 * Levels of nesting that are read: far more than any schema has. A value that is deeper is invalid in
 * any case, and it may contain itself.
 */
export const maxDepth = 50;

export function isObject(value: unknown): value is Props {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects in a list; none where the list is missing. */
export const objectsIn = (value: Json | undefined): Props[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A property of the object itself, not one that every object inherits, such as `constructor`. */
export function ownProperty<T>(object: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Changes the value of every property, and drops those for which `change` returns undefined. */
export function mapProps<T, U>(
  props: Record<string, T>,
  change: (value: T, key: string) => U | undefined,
): Record<string, U> {
  const entries: [string, U][] = [];
  for (const [key, value] of Object.entries(props)) {
    const changed = change(value, key);
    if (changed !== undefined) entries.push([key, changed]);
  }
  // An assignment to a key `__proto__` would change the prototype; Object.fromEntries does not.
  return Object.fromEntries(entries);
}

/** A copy with a value at a path of keys, and with the objects on the way to it. */
export function withValueAt(props: Props, [key = "", ...rest]: string[], value: Json): Props {
  const child = props[key];
  const changed =
    rest.length === 0 ? value : withValueAt(isObject(child) ? child : {}, rest, value);
  return { ...props, [key]: changed };
}
