import { expect, test } from "@jest/globals";
import { pluginSchema } from "../../../../../provider/adapters/plugin/pluginSchema";
import { lookups } from "../../../../../provider/lookups/lookups";
import { isObject } from "../../../../../provider/shared/json";
import source from "../../../../../schema.json";

// `npm run generate -- --check` compares the whole schema with docs/schema.json.

type Properties = Record<string, object>;

interface Resource {
  properties: Properties;
  required: string[];
  aliases: { type: string }[];
}

interface InvokeFunction {
  inputs: { properties: Properties; required: string[] };
  outputs: { properties: Properties };
}

interface Published {
  types: Record<string, object>;
  resources: Record<string, Resource>;
  functions: Record<string, InvokeFunction>;
}

const published = pluginSchema() as Published;
const names = (properties: object) => Object.keys(properties).sort();

/** Every node below a value, and the value itself. */
function nodesIn(value: unknown): object[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : [];
}

const keysIn = (value: unknown) => new Set(nodesIn(value).flatMap(Object.keys));

/** The secret properties below a value, each with the names of the nodes that contain it. */
function secretsIn(value: unknown, path: string[] = []): string[] {
  if (!isObject(value)) return [];
  const own = value.secret === true ? [path.join(".")] : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, child]) => secretsIn(child, [...path, key])),
  ];
}

/** The functions of schema.json, without the lookups. */
const served = Object.entries(source.functions);

test("a resource requires what its state always has, and is an alias of the dynamic one", () => {
  const { required, aliases } = published.resources["auth0-native:index:EventStream"] as Resource;
  expect(required).toEqual(["destination", "status", "createdAt", "updatedAt", "tenant"]);
  expect(aliases).toEqual([{ type: "pulumi-nodejs:dynamic/auth0-native:EventStream" }]);
});

test("functions have the arguments and results of schema.json, without defaults", () => {
  expect(served.map(([token]) => token)).toEqual(["auth0-native:index:getDeliveries"]);
  expect(names(published.functions)).toEqual(
    [
      ...served.map(([token]) => token),
      ...Object.keys(lookups).map((name) => `auth0-native:index:${name}`),
    ].sort(),
  );
  for (const [token, { inputs, outputs }] of served) {
    const own = published.functions[token] as InvokeFunction;
    expect(names(own.inputs.properties)).toEqual(names(inputs.properties));
    expect(own.inputs.required).toEqual(inputs.required);
    expect(own.outputs).toEqual(outputs);
    expect(keysIn(inputs)).toContain("default");
    expect(keysIn(own.inputs)).not.toContain("default");
  }
});

test("every secret of schema.json is secret", () => {
  const secrets = secretsIn({ ...source, functions: Object.fromEntries(served) });
  expect(secrets.length).toBeGreaterThan(7);
  expect(secretsIn(published)).toEqual(expect.arrayContaining(secrets));
});

test("no SDK gets replaceOnChanges, because the provider decides on replacements", () => {
  expect(keysIn(source)).toContain("replaceOnChanges");
  expect(keysIn(published)).not.toContain("replaceOnChanges");
  expect(published.resources["auth0-native:index:RateLimitPolicy"]?.properties).toMatchObject({
    consumer: { willReplaceOnChanges: true },
  });
});

test("SDKs accept any text for an open enumeration, and so do type checkers", () => {
  const propertiesOf = (name: string) => {
    const token = `auth0-native:index:${name}`;
    return published.resources[token]?.properties ?? published.types[token];
  };
  const open = (name: string) => ({
    oneOf: [{ type: "string" }, { $ref: `#/types/auth0-native:index:${name}` }],
  });
  expect(propertiesOf("EventStreamSubscription")).toMatchObject({
    properties: { eventType: open("EventKind") },
  });
  expect(propertiesOf("RateLimitPolicy")).toMatchObject({ resource: open("RateLimitResource") });
  expect(propertiesOf("EventStream")).not.toHaveProperty("status.oneOf");
});

test("every type has a reference, and every reference has a type", () => {
  const references = nodesIn(published).flatMap((node) =>
    "$ref" in node ? String(node.$ref).replace("#/types/", "") : [],
  );
  const types = new Set(references.filter((reference) => reference !== "pulumi.json#/Any"));
  expect([...types].sort()).toEqual(names(published.types));
  // The form of the JSON text in serverCredentials, for which no language needs a type.
  expect(names(source.types)).toContain("auth0-native:index:ServiceAccount");
  expect(names(published.types)).not.toContain("auth0-native:index:ServiceAccount");
});
