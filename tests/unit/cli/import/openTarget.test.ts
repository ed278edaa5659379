import { expect, test } from "@jest/globals";
import { type ImportTarget, pluginVariables, usesPlugin } from "../../../../cli/import/openTarget";
import { programConfiguration } from "../../../../provider/config/pluginConfiguration";
import { settingsFrom } from "../../../../provider/config/settings";
import { openSession } from "../../../../provider/lifecycle/session";
import { configVariables } from "../../../../provider/schema/packageSchema";

const silent = { info: () => {}, warn: () => {} };

function variables(
  config: Record<string, string>,
  environment: Record<string, string> = {},
  runtime = "nodejs",
  encrypted: string[] = [],
) {
  const configuration = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, { value, secret: encrypted.includes(key) }]),
  );
  const { source } = programConfiguration({ get: (key) => config[key] });
  const session = openSession(settingsFrom(source, environment), silent);
  const target = { project: { runtime }, configuration };
  return pluginVariables(target as unknown as ImportTarget, session);
}

const domain = { "auth0:domain": "Example.eu.auth0.com" };
const client = { "auth0:clientId": "id", "auth0:clientSecret": "canary" };

test("a stack's auth0-native:* and then auth0:* settings become all of the plugin's variables", () => {
  const retries = { "auth0:maxRetries": "2", "auth0-native:maxRetries": "3" };
  const all = variables({ ...domain, ...client, ...retries });
  expect(all.map(({ name }) => name)).toEqual(
    Object.values(configVariables).map(({ defaultInfo }) => defaultInfo.environment[0]),
  );
  const fromStack = all.filter(({ configKey }) => configKey);
  expect(fromStack.map((one) => [one.name, one.value, one.configKey, one.secret])).toEqual([
    ["AUTH0_DOMAIN", "Example.eu.auth0.com", "auth0:domain", false],
    ["AUTH0_CLIENT_ID", "id", "auth0:clientId", false],
    ["AUTH0_CLIENT_SECRET", "canary", "auth0:clientSecret", true],
    ["AUTH0_MAX_RETRIES", "3", "auth0-native:maxRetries", false],
  ]);
});

test("a setting that the stack encrypts is a secret, even if its variable is not", () => {
  const all = variables({ ...domain, ...client }, {}, undefined, ["auth0:clientId"]);
  expect(all.filter(({ secret, value }) => secret && value !== "")).toMatchObject([
    { configKey: "auth0:clientId" },
    { configKey: "auth0:clientSecret" },
  ]);
});

test("credentials in the environment are passed on, and no configuration key is named", () => {
  const environment = { AUTH0_CLIENT_ID: "own", AUTH0_CLIENT_SECRET: "canary" };
  const all = variables(domain, environment);
  expect(all.find(({ name }) => name === "AUTH0_CLIENT_ID")).toEqual({
    name: "AUTH0_CLIENT_ID",
    value: "own",
    secret: false,
  });
});

test.each([
  ["by auth0-native:* alone", "auth0-native:", undefined],
  ["in a language whose SDK does not read auth0:*", "auth0:", "python"],
])("a stack that is configured %s needs no variables", (_, namespace, runtime) => {
  const entries = Object.entries({ ...domain, ...client }).map(([key, value]) => [
    key.replace("auth0:", namespace),
    value,
  ]);
  expect(variables(Object.fromEntries(entries), {}, runtime)).toEqual([]);
});

test.each<[string, string[], [stack: string, servedByPlugin: boolean][], boolean, string?]>([
  ["the language is not TypeScript", [], [["production", false]], true, "python"],
  ["Pulumi.yaml lists it", ["random", "auth0-native"], [["production", false]], true],
  ["it serves all objects of the stack", [], [["production", true]], true],
  [
    "it serves some objects",
    [],
    [
      ["production", true],
      ["production", false],
    ],
    false,
  ],
  ["it serves objects of another stack", [], [["staging", true]], false],
  ["the stack is empty", ["random"], [], false],
])(
  "whether a stack uses the plugin, if %s",
  (_, providerPlugins, objects, expected, runtime = "nodejs") => {
    const target = {
      project: { runtime, providerPlugins },
      stack: { name: "production" },
      inStacks: objects.map(([stack, servedByPlugin]) => ({ stack, servedByPlugin })),
    };
    expect(usesPlugin(target as unknown as ImportTarget)).toBe(expected);
  },
);
