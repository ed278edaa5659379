import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { CannedResponse } from "../../emulator/src";
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
import { policy } from "../support/values/rateLimitPolicy";

const subject = pluginSubject("RateLimitPolicy");

/** Where the provider's configuration comes from, and the namespace that messages must name. */
const users: [string, string, string, Props][] = [
  ["a stack's own configuration", "auth0-native", defaultProviderUrn, {}],
  ["an explicit provider", "", explicitProviderUrn, {}],
  [
    "the configuration of dynamic resources",
    "auth0",
    explicitProviderUrn,
    { configurationNamespace: "auth0" },
  ],
];

const token = (status: number, body: object): ((kind: string) => CannedResponse | undefined) => {
  return (kind) => (kind === "token" ? { status, body: { ...body } } : undefined);
};
const api = (status: number, body: object): ((kind: string) => CannedResponse | undefined) => {
  return (kind) => (kind === "api" ? { status, body: { ...body } } : undefined);
};

/** Every error whose advice names a configuration key. */
const refusals: [string, (kind: string) => CannedResponse | undefined][] = [
  ["audience", token(403, { error: "access_denied", error_description: "Service not found: x" })],
  ["domain", token(404, { message: "Not Found" })],
  ["requestsPerSecond", api(429, { errorCode: "too_many_requests", message: "no" })],
  ["audience", api(401, { message: "Invalid token" })],
];

/** The name of a setting in messages, which is the user's key or an argument of the program's Provider. */
const settingName = (namespace: string, key: string) =>
  namespace === "" ? `the Provider's ${key}` : `${namespace}:${key}`;

let configured = 0;
const both = share((server) => startConfiguredPlugin({}, configurationOf(server)));

test.each(users)(
  "the messages of %s name the settings that this user has",
  async (_user, ...row) => {
    const [namespace, urn, more] = row;
    const { server, provider } = both;
    // A process remembers rejected credentials for a while, for equal settings.
    const configure = () =>
      provider.configure(urn, {
        ...configurationOf(server),
        ...more,
        maxRetries: "0",
        timeout: `${300 + ++configured}`,
      });
    const messages: string[] = [];
    for (const [key, answer] of refusals) {
      await configure();
      server.respond = ({ kind }) => answer(kind);
      const { message } = await refused(provider.create(subject, policy()));
      expect(message).toContain(settingName(namespace, key));
      messages.push(message);
    }
    const olds = { ...policy(), tenant: "other.auth0.com" };
    const moved = await refused(provider.diff(subject, "id", olds, policy()));
    expect(moved.message).toContain(
      `set ${settingName(namespace, "formerDomain")} to other.auth0.com`,
    );
    const others = ["auth0", "auth0-native"].filter((other) => other !== namespace);
    const names = (message: string) =>
      others.some((other) => new RegExp(`(?<![\\w-])${other}:`).test(message));
    expect([...messages, moved.message].filter(names)).toEqual([]);
  },
);

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
