import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import {
  defaultProviderUrn,
  explicitProviderUrn,
  pluginSubject,
  startConfiguredPlugin,
} from "../support/engine/pluginProvider";
import { configurationOf, refused, share } from "../support/engine/providerProcess";
import { root } from "../support/project";
import { to } from "../support/values/eventStream";

const both = share((server) => startConfiguredPlugin({}, configurationOf(server)));

test.each<[string, string, Props, string]>([
  ["the default provider", defaultProviderUrn, {}, "`pulumi config set auth0-native:domain"],
  [
    "a provider without inputs",
    explicitProviderUrn,
    {},
    "Set the Provider's domain.\nTo use a variable instead, set AUTH0_DOMAIN.",
  ],
  [
    "a provider",
    explicitProviderUrn,
    { maxRetries: 1 },
    "Pass domain and credentials to the Provider.",
  ],
])(
  "wrong settings of %s are rejected once, with the setting to change",
  async (_, urn, inputs, expected) => {
    const { message } = await refused(startConfiguredPlugin({}, inputs, urn));
    expect(message).toContain(expected);
  },
);

test("no text of the provider names a setting with the key of one form of the provider", () => {
  const files = readdirSync(join(root, "provider"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"))
    .map((file) => readFileSync(join(root, "provider", file), "utf8"));
  const named = files.flatMap(
    (text) => text.match(/^(?!\s*(\/\/|\*|\/\*)).*\bauth0:\w.*$/gm) ?? [],
  );
  expect(named.filter((line) => !/auth0:(environmentPrefix|index\/)/.test(line))).toEqual([]);
});

test("a check names the properties in the spelling of the program, such as a dictionary of Python", async () => {
  const configuration = {
    webhook_endpoint: "http://hooks.example.com",
    webhook_authorization: { method: "custom_header", header_kye: "a", header_value: "b" },
  };
  const news = to({ type: "webhook", configuration });
  const { failures } = await both.provider.check(pluginSubject("EventStream"), {}, news);
  const at = "destination.configuration";
  expect(failures.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^destination.configuration.webhook_endpoint must start with https/),
    `${at}.webhook_authorization.header_key is required with method custom_header`,
    `${at}.webhook_authorization contains an unknown property (its name may be a secret, so it isn't shown). Did you mean header_key?`,
  ]);
});
