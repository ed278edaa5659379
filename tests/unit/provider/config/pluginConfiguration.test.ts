import { expect, test } from "@jest/globals";
import { ownInputs, providerSettings } from "../../../../provider/config/pluginConfiguration";

const urnOf = (name: string) => `urn:pulumi:dev::p::pulumi:providers:auth0-native::${name}`;

test.each([
  ["the default provider", urnOf("default"), {}, undefined],
  ["the default provider of a version", urnOf("default_0_1_0"), {}, undefined],
  ["the default provider of a URL", urnOf("default_https_/a.example"), {}, undefined],
  ["that of a release", urnOf("default_github_/api.github.com/o/r"), {}, undefined],
  ["an explicit provider without inputs", urnOf("eu"), { version: "0.1.0" }, undefined],
  ["the provider of `pulumi do`, which has no name", urnOf(""), {}, undefined],
  ["an explicit provider", urnOf("eu"), { domain: "a.auth0.com" }, ""],
  ["an explicit provider default-eu", urnOf("default-eu"), { domain: "a.auth0.com" }, ""],
  ["an explicit provider eu::default", urnOf("eu::default"), { domain: "a.auth0.com" }, ""],
  ["an explicit provider default_eu", urnOf("default_eu"), { domain: "a.auth0.com" }, ""],
  ["one whose inputs are limits alone", urnOf("eu"), { maxConcurrency: 2 }, ""],
  ["one whose only input is null", urnOf("eu"), { domain: null }, ""],
  ["one whose inputs are empty", urnOf("eu"), { domain: null, clientId: "" }, ""],
  ["an explicit provider with a prefix", urnOf("eu"), { environmentPrefix: "EU_" }, "EU_"],
  ["a provider of a stack's auth0:*", urnOf("a"), { configurationNamespace: "auth0" }, undefined],
])("the environment of %s has the prefix that its settings say", (_, urn, inputs, prefix) => {
  expect(providerSettings(inputs, urn).get("auth0:environmentPrefix")).toBe(prefix);
});

test("a setting is found by its name in any namespace", () => {
  expect(providerSettings({ domain: "a.auth0.com" }, urnOf("eu")).get("auth0:domain")).toBe(
    "a.auth0.com",
  );
});

test("properties that the engine adds to a provider's inputs are not checked", () => {
  const added = { version: "0.1.0", __internal: {}, configurationNamespace: "auth0" };
  expect(ownInputs({ ...added, domain: "a.auth0.com" })).toEqual({ domain: "a.auth0.com" });
});

test("texts in a stack's configuration become numbers", () => {
  expect(ownInputs({ maxRetries: "3", timeout: "x", clientId: "7" })).toEqual({
    maxRetries: 3,
    timeout: "x",
    clientId: "7",
  });
});

test("a provider's null input counts as omitted", () => {
  expect(ownInputs({ domain: "a.auth0.com", clientId: null })).toEqual({ domain: "a.auth0.com" });
});

test.each([
  ["auth0-native:", "the default provider", urnOf("default"), {}],
  ["auth0:", "a provider of a stack's auth0:*", urnOf("a"), { configurationNamespace: "auth0" }],
  ["the Provider's ", "an explicit provider", urnOf("eu"), { environmentPrefix: "EU_" }],
])("messages write %j before the names of the settings of %s", (prefix, _, urn, inputs) => {
  expect(providerSettings(inputs, urn).settingPrefix).toBe(prefix);
});
