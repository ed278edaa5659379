import { isDeepStrictEqual } from "node:util";
import type { Schema } from "../../provider/schema/packageSchema";
import { branchOf } from "../../provider/schema/traverse";
import { isObject, type Json, type Props } from "../../provider/shared/json";
import type { PropertyReport } from "./report";

/** Pulumi's mark of a secret in its events, whose value the engine has struck out. */
const signature = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";
/** What stands in a secret's place. */
export const secret = "[secret]";

/**
 * Where two values differ, down to the last property; secrets are struck out first, as they are in
 * no answer of the service. Elements of a set have no place: they are there or not. What a schema
 * does not know is compared all the same.
 */
export function propertyDiff(
  schema: Schema,
  expected: Json | undefined,
  live: Json | undefined,
): PropertyReport[] {
  const shown = (value: Json | undefined) =>
    value === undefined ? undefined : maskSecrets(schema, value);
  return between(schema, shown(expected), shown(live), "");
}

function between(
  schema: Schema,
  expected: Json | undefined,
  live: Json | undefined,
  path: string,
): PropertyReport[] {
  if (isDeepStrictEqual(expected, live)) return [];
  if (isObject(expected) && isObject(live)) {
    const properties = {
      ...branchOf(schema, expected)?.properties,
      ...branchOf(schema, live)?.properties,
    };
    return Object.keys({ ...expected, ...live }).flatMap((key) =>
      between(own(properties, key) ?? {}, own(expected, key), own(live, key), member(path, key)),
    );
  }
  if (Array.isArray(expected) && Array.isArray(live)) {
    const { items = {}, uniqueItems } = schema;
    if (uniqueItems) {
      return [
        ...without(expected, live).map((one) => ({ path: `${path}[]`, expected: one })),
        ...without(live, expected).map((one) => ({ path: `${path}[]`, live: one })),
      ];
    }
    const longer = expected.length > live.length ? expected : live;
    return longer.flatMap((_, at) => between(items, expected[at], live[at], `${path}[${at}]`));
  }
  return [
    { path, ...(expected !== undefined && { expected }), ...(live !== undefined && { live }) },
  ];
}

const without = (all: Json[], others: Json[]) =>
  all.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));

/** Not what every object inherits, such as `constructor`. */
const own = <T>(bag: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(bag, key) ? bag[key] : undefined;

const member = (path: string, key: string) => {
  if (!/^[\w-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
};

/** Whether a secret stands at a path of the engine's, or above it. */
export function isSecretPath(schema: Schema, bag: Json, path: string): boolean {
  let place: Json | undefined = maskSecrets(schema, bag);
  for (const step of path.split(/[.[\]"]+/).filter(Boolean)) {
    if (place === secret) return true;
    place = isObject(place) || Array.isArray(place) ? (place as Props)[step] : undefined;
  }
  return place === secret;
}

/** Without secrets: neither Pulumi's, nor what the schema calls so. */
export function maskSecrets(schema: Schema, value: Json): Json {
  if (schema.secret) return secret;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(schema.items ?? {}, item));
  if (!isObject(value)) return value;
  if (value[signature] === secretMark) return secret;
  // Every branch, since a value with a mistaken tag is no less secret.
  const shapes = schema.oneOf ?? [schema];
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const places = shapes.map(({ properties = {} }) => own(properties, key) ?? {});
      return [key, places.reduce((rest, place) => maskSecrets(place, rest), item)];
    }),
  );
}
