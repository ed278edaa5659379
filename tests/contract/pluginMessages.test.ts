import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { CannedAnswer, Tenant } from "../../emulator/src";
import { withConfigurationKeys } from "../../provider/config/pluginConfiguration";
import type { Props } from "../../provider/shared/json";
import {
  defaultProviderUrn,
  explicitProviderUrn,
  type Plugin,
  pluginSubject,
  startConfiguredPlugin,
} from "../support/engine/pluginProvider";
import {
  afterTest,
  configurationOf,
  refused,
  startServer,
} from "../support/engine/providerProcess";
import { secret } from "../support/engine/secretValues";
import { root } from "../support/project";
import { idOf, manyPolicies } from "../support/tenant/many";
import { policy } from "../support/values/inputs";
import { leaksIn } from "../support/values/leaks";

const subject = pluginSubject("RateLimitPolicy");

/** Who set the configuration of the provider, and the namespace that its messages must name. */
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

const token = (status: number, body: object): ((kind: string) => CannedAnswer | undefined) => {
  return (kind) => (kind === "token" ? { status, body: { ...body } } : undefined);
};
const api = (status: number, body: object): ((kind: string) => CannedAnswer | undefined) => {
  return (kind) => (kind === "api" ? { status, body: { ...body } } : undefined);
};

/** Every refusal whose advice names a key of the configuration. */
const refusals: [string, (kind: string) => CannedAnswer | undefined][] = [
  ["audience", token(403, { error: "access_denied", error_description: "Service not found: x" })],
  ["domain", token(404, { message: "Not Found" })],
  ["requestsPerSecond", api(429, { errorCode: "too_many_requests", message: "no" })],
  ["audience", api(401, { message: "Invalid token" })],
];

/** How messages name a setting: the key that the user sets, or the input of the program's Provider. */
const settingName = (namespace: string, key: string) =>
  namespace === "" ? `the Provider's ${key}` : `${namespace}:${key}`;

describe.each(users)("the messages of %s", (_user, namespace, urn, more) => {
  async function start(
    server: Tenant,
    configuration: Props = configurationOf(server),
  ): Promise<Plugin> {
    const inputs = { ...configuration, maxRetries: "0", ...more };
    const plugin = await startConfiguredPlugin({}, inputs, urn);
    afterTest(() => plugin.stop());
    return plugin;
  }

  test("name what this user sets", async () => {
    const server = await startServer();
    const plugin = await start(server);
    const messages: string[] = [];
    for (const [key, answer] of refusals) {
      server.answer = ({ kind }) => answer(kind);
      const { message } = await refused(plugin.create(subject, policy()));
      expect(message).toContain(settingName(namespace, key));
      messages.push(message);
      // What a process learns from a refusal of its credentials is kept for a while.
      await plugin.configure(urn, {
        ...configurationOf(server),
        ...more,
        maxRetries: "0",
        timeout: `${20 + messages.length}`,
      });
    }
    const olds = { ...policy(), tenant: "other.auth0.com" };
    const moved = await refused(plugin.diff(subject, "id", olds, policy()));
    expect(moved.message).toContain(
      `set ${settingName(namespace, "formerDomain")} to other.auth0.com`,
    );
    messages.push(moved.message);
    const others = ["auth0", "auth0-native"].filter((other) => other !== namespace);
    const names = (message: string) =>
      others.some((other) => new RegExp(`(?<![\\w-])${other}:`).test(message));
    expect(messages.filter(names)).toEqual([]);
    expect(leaksIn(messages.join(), ["emulator-client-secret"])).toEqual([]);
  });

  test("name the key of a token that the service refuses", async () => {
    const server = await startServer();
    const plugin = await start(server, { domain: server.url, apiToken: secret("canary-token") });
    const { message } = await refused(plugin.create(subject, policy()));
    expect(message).toContain(`(${settingName(namespace, "apiToken")})`);
    expect(leaksIn(message)).toEqual([]);
  });
});

describe("the command that imports what a create conflicts with", () => {
  const placeholder = "<name of the resource in the program>";

  test.each<[string, string, string, string, string]>([
    ["a name", defaultProviderUrn, "", "partners", "partners ID"],
    ["a name with quotes", defaultProviderUrn, "", "$(a) 'b'", `'$(a) '\\''b'\\''' ID`],
    ["a name with the separator of URNs", defaultProviderUrn, "", "a::b", "a::b ID"],
    ["a name that no line shows", defaultProviderUrn, "", "a\nb", `${placeholder} ID`],
    [
      "a parent",
      defaultProviderUrn,
      "my:index:Group$",
      "one",
      "one ID --parent 'parent=<URN of the parent>'",
    ],
    [
      "an explicit provider",
      explicitProviderUrn,
      "",
      "one",
      `one ID --provider 'provider=${explicitProviderUrn}'`,
    ],
  ])("is exact for %s", async (_which, providerUrn, parents, name, expected) => {
    const server = await startServer();
    manyPolicies(server, 1);
    const plugin = await startConfiguredPlugin({}, configurationOf(server), providerUrn);
    afterTest(() => plugin.stop());
    const { type } = subject;
    const urn = `urn:pulumi:test::test::${parents}${type}::${name}`;
    const inputs = policy({ consumerSelector: "client_id:c0" });
    const { message } = await refused(plugin.create({ urn, type, name }, inputs));
    const command = `pulumi import ${type} ${expected.replace("ID", idOf(0))}`;
    expect(message).toContain(`; to adopt it, run \`${command}\` [correlation id`);
  });
});

describe("wrong settings", () => {
  test.each<[string, string, Props, string]>([
    ["the default provider", defaultProviderUrn, {}, "`pulumi config set auth0-native:domain"],
    [
      "a stack's dynamic resources",
      explicitProviderUrn,
      users[2]?.[3] ?? {},
      "`pulumi config set auth0:domain",
    ],
    ["an explicit provider", explicitProviderUrn, {}, "give the Provider domain and credentials"],
    [
      "the default provider",
      defaultProviderUrn,
      { domain: "a.auth0.com" },
      "or the same in configuration (auth0-native:clientId and so on)",
    ],
    [
      "an explicit provider with a prefix",
      explicitProviderUrn,
      { environmentPrefix: "EU_" },
      "set EU_AUTH0_DOMAIN, or set the Provider's domain",
    ],
  ])("of %s are refused once, with what to set", async (_which, urn, inputs, expected) => {
    const { message } = await refused(startConfiguredPlugin({}, inputs, urn));
    expect(message).toContain(expected);
  });
});

test("no message of the provider names a key that the plugin would not rename", () => {
  const files = readdirSync(join(root, "provider"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"))
    .map((file) => readFileSync(join(root, "provider", file), "utf8"));
  const named = files.flatMap(
    (text) => text.match(/^(?!\s*(\/\/|\*|\/\*)).*\bauth0:\w+.*$/gm) ?? [],
  );
  expect(named.length).toBeGreaterThan(10);
  const left = named
    .map((line) => withConfigurationKeys(line, {}))
    .filter((line) => /\bauth0:\w/.test(line) && !line.includes("auth0:environmentPrefix"));
  expect(left).toEqual([]);
});
