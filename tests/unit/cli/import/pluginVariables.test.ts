import { expect, test } from "@jest/globals";
import { type Language, languages } from "../../../../cli/import/languages";
import { type ImportTarget, pluginVariables } from "../../../../cli/import/openTarget";
import { programConfiguration } from "../../../../provider/config/pluginConfiguration";
import { settingsFrom } from "../../../../provider/config/settings";
import { openSession } from "../../../../provider/lifecycle/session";
import { configVariables } from "../../../../provider/schema/packageSchema";

const language = (name: string) => languages.find((one) => one.name === name) as Language;

const silent = { info: () => {}, warn: () => {} };

function variables(
  config: Record<string, string>,
  environment: Record<string, string> = {},
  name = "typescript-plugin",
  encrypted: string[] = [],
) {
  const configuration = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, { value, secret: encrypted.includes(key) }]),
  );
  const { get } = programConfiguration((key) => config[key]);
  const session = openSession(settingsFrom(get, environment), silent);
  return pluginVariables({ configuration } as unknown as ImportTarget, language(name), session);
}

const domain = { "auth0:domain": "Example.eu.auth0.com" };
const client = { "auth0:clientId": "id", "auth0:clientSecret": "canary" };

test("a stack's auth0:* become all of the plugin's variables, with its auth0-native:* before them", () => {
  const retries = { "auth0:maxRetries": "2", "auth0-native:maxRetries": "3" };
  const all = variables({ ...domain, ...client, ...retries });
  expect(all.map(({ name }) => name)).toEqual(
    Object.values(configVariables).map(({ defaultInfo }) => defaultInfo.environment[0]),
  );
  expect(all.filter(({ configKey }) => configKey)).toEqual([
    {
      name: "AUTH0_DOMAIN",
      value: "Example.eu.auth0.com",
      configKey: "auth0:domain",
      secret: false,
    },
    { name: "AUTH0_CLIENT_ID", value: "id", configKey: "auth0:clientId", secret: false },
    { name: "AUTH0_CLIENT_SECRET", value: "canary", configKey: "auth0:clientSecret", secret: true },
    { name: "AUTH0_MAX_RETRIES", value: "3", configKey: "auth0-native:maxRetries", secret: false },
  ]);
});

test("a setting that the stack encrypts is a secret, though the variable is none", () => {
  const all = variables({ ...domain, ...client }, {}, undefined, ["auth0:clientId"]);
  expect(all.filter(({ secret, value }) => secret && value !== "")).toMatchObject([
    { configKey: "auth0:clientId" },
    { configKey: "auth0:clientSecret" },
  ]);
});

test("credentials of the environment are passed on, and no key of the configuration is named", () => {
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
])("a stack that is configured %s needs no variables", (_, namespace, name) => {
  const entries = Object.entries({ ...domain, ...client }).map(([key, value]) => [
    key.replace("auth0:", namespace),
    value,
  ]);
  expect(variables(Object.fromEntries(entries), {}, name)).toEqual([]);
});
