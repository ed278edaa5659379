import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Lifecycle, lifecycle } from "../../../provider/lifecycle/resource";
import * as resources from "../../../provider/resources";
import type { ListedResource, ResourceDefinition } from "../../../provider/resources/definition";
import { mapProps, type Props } from "../../../provider/shared/json";
import { jsonCopy } from "./inputs";
import type { ResourceValues } from "./resourceValues";

/** The engine's operations on an object. */
export const operations = ["create", "read", "update", "delete"] as const;
export type Operation = (typeof operations)[number];

/** A resource with its sample values, as the engine passes them. */
export interface Kind {
  /** The kind's name in schema.json. */
  name: string;
  definition: ResourceDefinition;
  resource: Lifecycle;
  /** The routes of the operations that Auth0 has. */
  routes: Partial<Record<Operation | "list", string>>;
  /** One program for each branch of a union, by logical name. */
  valid: Record<string, Props>;
  first: Props;
  /** The first program after an update in place, and after a change that replaces the object. */
  changed: Props;
  replaced: Props | undefined;
  wrong: ResourceValues["wrong"];
  lenient: string[];
  canaries: string[];
  /** An id in Auth0's form, unique for each number or text. */
  id(which: number | string): string;
  /** Inputs such as the natural key, which are unique for each number or text. */
  unique(which: number | string): Props;
  external: NonNullable<ResourceValues["external"]>;
}

export interface ListedKind extends Kind {
  definition: ListedResource;
  routes: Kind["routes"] & Record<"create" | "read" | "update" | "list", string>;
}

/** Every resource: a definition in provider/resources, and its values in the file of the same name here. */
export const kinds = Object.entries(resources).map(([file, definition]) =>
  kindOf(definition, valuesIn(file)),
);

/** The kinds that Auth0 lists. */
export const listedKinds = kinds.filter(
  (kind): kind is ListedKind => kind.routes.list !== undefined,
);

export const names = kinds.map(({ name }) => name);

/** Every valid program of every resource. */
export const samples = kinds.flatMap((kind) =>
  Object.entries(kind.valid).map(([sample, program]) => ({ kind, sample, program })),
);

export function kindNamed(name: string): Kind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`${name} is no resource`);
  return kind;
}

export const only = (props: Props, keys: string[]): Props =>
  mapProps(props, (value, key) => (keys.includes(key) ? value : undefined));

export const without = (props: Props, keys: string[]): Props =>
  mapProps(props, (value, key) => (keys.includes(key) ? undefined : value));

/** The inputs in which the changed program differs from the first. */
export const changeOf = ({ first, changed }: Kind): Props =>
  mapProps(changed, (value, key) => (isDeepStrictEqual(value, first[key]) ? undefined : value));

function valuesIn(file: string): ResourceValues {
  const path = join(__dirname, `${file}.ts`);
  if (!existsSync(path)) {
    throw new Error(`${file} has no sample values: add tests/support/values/${file}.ts`);
  }
  return require(path).values;
}

export function kindOf(definition: ResourceDefinition, values: ResourceValues): Kind {
  const { name, fixedId, idLength } = definition;
  const { changed, replaced, wrong, canaries, idPrefix = "", unique, external = [] } = values;
  const { lenient = [] } = values;
  const valid: Kind["valid"] = jsonCopy(values.valid) as Kind["valid"];
  const [first = {}] = Object.values(valid);
  const routes = ([...operations, "list"] as const).flatMap((operation) => {
    const request = definition[operation];
    return typeof request === "object" ? [[operation, request.route]] : [];
  });
  const digits = (idLength?.max ?? 0) - idPrefix.length;
  return {
    name,
    definition,
    resource: lifecycle(definition),
    routes: Object.fromEntries(routes),
    valid,
    first,
    changed: jsonCopy(changed),
    replaced: replaced && jsonCopy(replaced),
    wrong,
    lenient,
    canaries: Object.values(canaries),
    id: (which) => fixedId ?? `${idPrefix}${String(which).padStart(digits, "0")}`,
    unique: unique ?? (() => ({})),
    external,
  };
}
