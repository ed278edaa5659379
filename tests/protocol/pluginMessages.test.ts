import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import {
  defaultProviderUrn,
  explicitProviderUrn,
  startConfiguredPlugin,
} from "../support/engine/pluginProvider";
import { refused } from "../support/engine/providerProcess";
import { root } from "../support/project";

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
