import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Contract } from "../../emulator/src/contract/contract";
import { isObject, type Json, objectsIn, type Props } from "../../provider/shared/json";

const texts = ["description", "title", "example", "examples"];
const references = "#/components/schemas/";

/** One contract from the JSON files of a folder, such as emulator/src/contract. */
export function readContract(folder: string): Contract {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const contracts = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  return {
    operations: contracts.flatMap(({ operations }) => operations),
    schemas: Object.assign({}, ...contracts.map(({ schemas }) => schemas)),
  };
}

/** What an OpenAPI 3 document changes in a contract, at the contract's paths, with a line for each change. */
export function compare(contract: Contract, document: Props): string[] {
  const paths = contract.operations.map(({ path }) => path);
  const { operations, schemas } = contract as unknown as { operations: Props[]; schemas: Props };
  const before = { operations: byRoute(operations), schemas };
  const theirs = contractOf(document, paths);
  const after = { ...theirs, operations: byRoute(theirs.operations) };
  return differences(before, after, []);
}

export function contractOf(
  document: Props,
  paths: string[],
): { operations: Props[]; schemas: Props } {
  const operations = operationsOf(document, paths);
  return { operations, schemas: usedSchemas(operations, document) };
}

/** Operations and parameters by their names, because their order doesn't matter. */
const byRoute = (operations: Props[]): Props =>
  Object.fromEntries(
    operations.map(({ method, path, parameters, ...operation }) => {
      const named = objectsIn(parameters).map(({ name, in: place, ...rest }) => [
        `${place} ${name}`,
        rest,
      ]);
      return [`${method} ${path}`, { ...operation, parameters: Object.fromEntries(named) }];
    }),
  );

export const at = (value: Json | undefined, ...keys: string[]): Json | undefined =>
  keys.reduce<Json | undefined>((node, key) => (isObject(node) ? node[key] : undefined), value);

const methods = ["get", "post", "put", "patch", "delete"];

function operationsOf(document: Props, paths: string[]): Props[] {
  const all = Object.entries(at(document, "paths") ?? {});
  const entries = all.filter(([path]) => paths.includes(path));
  return entries.flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = at(item, method);
      return isObject(operation)
        ? [operationOf(document, method.toUpperCase(), path, operation)]
        : [];
    }),
  );
}

function operationOf(document: Props, method: string, path: string, operation: Props): Props {
  const body = bodySchema(operation.requestBody);
  const scopes = objectsIn(operation.security).flatMap((one) => one.oAuth2ClientCredentials ?? []);
  const responses = Object.entries(operation.responses ?? {});
  return {
    method,
    path,
    lifecycle: operation["x-release-lifecycle"] ?? null,
    scopes,
    parameters: objectsIn(operation.parameters).map(
      ({ name = "", in: place = "", required, schema }) => ({
        name,
        in: place,
        required: required ?? false,
        schema: rulesOf(referenced(document, schema)),
      }),
    ),
    ...(body && { requestBody: body }),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [status, bodySchema(response) ?? {}]),
    ),
  };
}

/** The schema of a parameter, which has no name in a contract's file. */
function referenced(document: Props, schema: Json = {}): Json {
  const [, name = ""] = String(at(schema, "$ref") ?? "").split(references);
  return at(document, "components", "schemas", name) ?? schema;
}

function bodySchema(body: Json | undefined): Json | undefined {
  const schema = at(body, "content", "application/json", "schema");
  return schema === undefined ? undefined : rulesOf(schema);
}

/** A schema without its descriptions, and with references as in a contract's file. */
function rulesOf(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(rulesOf);
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    if (key === "$ref") return [[key, String(value).replace(references, "#/schemas/")]];
    // The names of properties aren't keywords.
    if (key === "properties" && isObject(value)) {
      const properties = Object.entries(value).map(([name, child]) => [name, rulesOf(child)]);
      return [[key, Object.fromEntries(properties)]];
    }
    return texts.includes(key) || key.startsWith("x-") ? [] : [[key, rulesOf(value)]];
  });
  return Object.fromEntries(entries);
}

/** The schemas that operations refer to, directly or through other schemas. */
function usedSchemas(operations: Props[], document: Props): Props {
  const used: Props = {};
  const add = (node: Json): void => {
    for (const [, name = ""] of JSON.stringify(node).matchAll(/"#\/schemas\/(\w+)"/g)) {
      if (name in used) continue;
      used[name] = rulesOf(at(document, "components", "schemas", name) ?? null);
      add(used[name] ?? null);
    }
  };
  add(operations);
  return used;
}

function differences(before: Json, after: Json, path: string[]): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const place = path.join(" › ");
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) => {
      const [old, now] = [before[key], after[key]];
      if (old === undefined) return [`${place} › ${key}: added${valueText(now)}`];
      if (now === undefined) return [`${place} › ${key}: removed${valueText(old)}`];
      return differences(old, now, [...path, key]);
    });
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const has = (all: Json[], one: Json) => all.some((item) => isDeepStrictEqual(item, one));
    return [
      ...before.filter((one) => !has(after, one)).map((one) => `${place}: without ${text(one)}`),
      ...after.filter((one) => !has(before, one)).map((one) => `${place}: with ${text(one)}`),
    ];
  }
  return [`${place}: ${text(before)} became ${text(after)}`];
}

const text = (value: Json) => JSON.stringify(value);

/** Shows a rule, but not a whole schema or operation. */
const valueText = (value: Json | undefined) =>
  isObject(value) || value === undefined ? "" : ` ${text(value)}`;
