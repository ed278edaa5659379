export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A bag of inputs or outputs. */
export type Props = Record<string, Json>;

/** Far deeper than any schema: what is below is in a wrong place anyway, and may have no end. */
export const maxDepth = 50;

export function isObject(value: unknown): value is Props {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A bag with each entry changed; one for which `change` gives nothing is left out. */
export function mapProps<T, U>(
  bag: Record<string, T>,
  change: (value: T, key: string) => U | undefined,
): Record<string, U> {
  const entries = Object.entries(bag).map(([key, value]) => [key, change(value, key)] as const);
  // Object.fromEntries defines own properties, even one called __proto__.
  return Object.fromEntries(
    entries.filter((entry): entry is [string, U] => entry[1] !== undefined),
  );
}
