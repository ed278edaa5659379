import { describe, expect, test } from "@jest/globals";
import { settingsFrom } from "../../../../provider/config/settings";

type Values = Record<string, string>;
const settings = (config: Values = {}, environment: Values = {}) =>
  settingsFrom({ get: (key) => config[key] }, environment);

const secret = { clientId: "env-client", clientSecret: "env-secret" };
const ambient = {
  AUTH0_DOMAIN: "env.auth0.com",
  AUTH0_CLIENT_ID: "env-client",
  AUTH0_CLIENT_SECRET: "env-secret",
};
const configured = {
  "auth0:domain": "config.auth0.com",
  "auth0:clientId": "config-client",
  "auth0:clientSecret": "config-secret",
};
const ofConfiguration = { clientId: "config-client", clientSecret: "config-secret" };
const preset = { maxRetries: 10, timeoutMs: 60_000 };
const ready = { AUTH0_DOMAIN: "a.auth0.com", AUTH0_API_TOKEN: "t" };

describe("the domain", () => {
  test("is required: the error says how to set it", () => {
    expect(() => settingsFrom({ get: () => undefined }, {})).toThrow(
      ".\nRun `pulumi config set auth0:domain <tenant>.auth0.com`.\nTo use a variable instead, set AUTH0_DOMAIN.",
    );
  });

  test("of configuration wins over the environment's, with a warning if they differ", () => {
    expect(settings(configured, ambient)).toMatchObject({
      domain: "config.auth0.com",
      origin: "https://config.auth0.com",
      warnings: [
        "auth0:domain is config.auth0.com, but AUTH0_DOMAIN is env.auth0.com. The configuration takes precedence, so config.auth0.com is used.",
      ],
    });
  });

  test("in another spelling is not different", () => {
    const { domain, warnings } = settings({ "auth0:domain": "https://ENV.auth0.com/" }, ambient);
    expect({ domain, warnings }).toEqual({ domain: "env.auth0.com", warnings: [] });
  });
});

describe("credentials", () => {
  const key = { AUTH0_CLIENT_ASSERTION_PRIVATE_KEY: "pem" };
  const signed = { clientId: "env-client", clientAssertionPrivateKey: "pem" };
  const configuredKey = {
    ...configured,
    "auth0:clientAssertionPrivateKey": "pem",
    "auth0:clientAssertionSigningAlg": "PS256",
  };

  test.each<[string, Values, Values, object]>([
    ["the environment's alone", {}, ambient, secret],
    ["configuration's alone", configured, {}, ofConfiguration],
    [
      "the environment's, when its domain is the configured one",
      { ...configured, "auth0:domain": "https://env.auth0.com/" },
      ambient,
      secret,
    ],
    [
      "configuration's, when the environment is another tenant's",
      configured,
      ambient,
      ofConfiguration,
    ],
    [
      "configuration's, when the environment names no domain",
      configured,
      { AUTH0_CLIENT_ID: "x", AUTH0_CLIENT_SECRET: "y" },
      ofConfiguration,
    ],
    [
      "the environment's, when configuration names none",
      { "auth0:domain": "config.auth0.com" },
      ambient,
      secret,
    ],
    [
      "configuration's, when the environment has only half of them",
      configured,
      { AUTH0_DOMAIN: "config.auth0.com", AUTH0_CLIENT_ID: "x" },
      ofConfiguration,
    ],
    [
      "a token before all others of its source",
      {},
      { ...ambient, ...key, AUTH0_API_TOKEN: "token" },
      { apiToken: "token" },
    ],
    [
      "a private key before a secret",
      {},
      { ...ambient, ...key },
      { ...signed, clientAssertionSigningAlg: "RS256" },
    ],
    [
      "a private key of configuration, with its algorithm",
      configuredKey,
      {},
      {
        clientId: "config-client",
        clientAssertionPrivateKey: "pem",
        clientAssertionSigningAlg: "PS256",
      },
    ],
  ])("are %s", (_rule, config, environment, expected) => {
    expect(settings(config, environment).credentials).toEqual(expected);
  });

  test("with an unsupported algorithm are rejected", () => {
    const environment = { ...ambient, ...key, AUTH0_CLIENT_ASSERTION_SIGNING_ALG: "HS256" };
    expect(() => settings({}, environment)).toThrow(
      "clientAssertionSigningAlg must be one of RS256, RS384, PS256.",
    );
  });

  test.each<[string, Values]>([
    ["none", {}],
    ["empty ones", { AUTH0_CLIENT_ID: "", AUTH0_CLIENT_SECRET: "", AUTH0_API_TOKEN: "" }],
  ])("that are missing (%s) are an error that says how to set them", (_case, values) => {
    expect(() => settings({}, { AUTH0_DOMAIN: "a.auth0.com", ...values })).toThrow(
      /No credentials for a\.auth0\.com\.\nSet AUTH0_CLIENT_ID .*\n.*auth0:clientId/,
    );
  });

  const secrets = "AUTH0_CLIENT_SECRET or AUTH0_CLIENT_ASSERTION_PRIVATE_KEY";
  test.each<[Values, Values, string]>([
    [{}, { AUTH0_CLIENT_ID: "a" }, `AUTH0_CLIENT_ID is set without ${secrets}`],
    [{}, { AUTH0_CLIENT_SECRET: "a" }, "AUTH0_CLIENT_SECRET is set without AUTH0_CLIENT_ID"],
    [{ "auth0:clientSecret": "a" }, {}, "auth0:clientSecret is set without auth0:clientId"],
  ])(
    "that are incomplete (%j, %j) are an error that names the missing part",
    (config, values, what) => {
      expect(() => settings(config, { AUTH0_DOMAIN: "a.auth0.com", ...values })).toThrow(
        `No credentials for a.auth0.com, because ${what}.`,
      );
    },
  );
});

test("settings are read without the white space and the Bearer that are pasted with them", () => {
  const pasted = {
    AUTH0_CLIENT_ID: " id\n",
    AUTH0_CLIENT_SECRET: "s\r\n",
    AUTH0_AUDIENCE: "urn:a\n",
  };
  const ofApplication = settings({ "auth0:domain": " a.auth0.com\n" }, pasted);
  expect(ofApplication).toMatchObject({
    domain: "a.auth0.com",
    audience: "urn:a",
    credentials: { clientId: "id", clientSecret: "s" },
    secrets: ["s"],
  });
  expect(settings({}, { ...ready, AUTH0_API_TOKEN: "Bearer t.o-k\n" }).secrets).toEqual(["t.o-k"]);
});

test.each<[string, Values]>([
  ["clientSecret", { AUTH0_CLIENT_ID: "id", AUTH0_CLIENT_SECRET: "a\nb" }],
  ["clientId", { AUTH0_CLIENT_ID: "i\u200bd", AUTH0_CLIENT_SECRET: "a" }],
  ["apiToken", { AUTH0_API_TOKEN: "to\r\nken" }],
])("an invisible character within %s is an error that names the setting", (name, values) => {
  expect(() => settings({}, { AUTH0_DOMAIN: "a.auth0.com", ...values })).toThrow(
    `The setting ${name} contains a line break or another invisible character. Copy it again.`,
  );
});

test("an empty value counts as not set, in the environment and in configuration", () => {
  const empty = { "auth0:domain": "", "auth0:audience": "", "auth0:apiToken": "" };
  expect(settings(empty, { ...ambient, AUTH0_AUDIENCE: "" })).toEqual({
    domain: "env.auth0.com",
    origin: "https://env.auth0.com",
    audience: "https://env.auth0.com/api/v2/",
    correlationIdPrefix: "pulumi-",
    unknownValues: "reject",
    credentials: secret,
    secrets: ["env-secret"],
    limits: preset,
    debug: false,
    warnings: [],
    settingPrefix: "auth0:",
  });
});

test.each([
  ["true", true],
  ["1", true],
  ["on", true],
  ["0", false],
])("AUTH0_DEBUG=%s means %s, as for the official provider", (AUTH0_DEBUG, debug) => {
  expect(settings({}, { ...ready, AUTH0_DEBUG })).toMatchObject({ debug });
});

describe("the limits", () => {
  const limits = (config: Values = {}, environment: Values = {}) =>
    settings(config, { ...ready, ...environment }).limits;

  test("come from configuration, then from the environment, then from schema.json", () => {
    const environment = { AUTH0_MAX_CONCURRENCY: "2", AUTH0_REQUESTS_PER_SECOND: "0.5" };
    const config = { "auth0:maxConcurrency": "3", "auth0:timeout": "1.5" };
    expect(limits(config, environment)).toEqual({
      maxConcurrency: 3,
      requestsPerSecond: 0.5,
      maxRetries: 10,
      timeoutMs: 1500,
    });
  });

  test("accept numbers, as an explicit Provider passes them", () => {
    const config = { "auth0:maxRetries": 0, "auth0:timeout": 5 } as unknown as Values;
    expect(limits(config)).toEqual({ ...preset, maxRetries: 0, timeoutMs: 5000 });
  });

  test("that are not numbers are rejected with their values", () => {
    expect(() => limits({ "auth0:maxRetries": "many" })).toThrow(
      'The setting maxRetries must be a whole number, not "many".',
    );
  });

  test.each([
    ["maxConcurrency", "0"],
    ["maxConcurrency", "101"],
    ["maxConcurrency", "1.5"],
    ["requestsPerSecond", "0"],
    ["requestsPerSecond", "1001"],
    ["maxRetries", "-1"],
    ["timeout", "0.5"],
    ["timeout", "601"],
    ["timeout", "NaN"],
    ["unknownValues", "ignore"],
  ])("are rejected if %s is %s", (name, value) => {
    expect(() => limits({ [`auth0:${name}`]: value })).toThrow(
      new RegExp(`^The setting ${name} must be `),
    );
  });
});

describe("the prefix of correlation ids", () => {
  const prefix = (value: string) => settings({ "auth0:correlationIdPrefix": value }, ready);

  test("comes from configuration or the environment", () => {
    const environment = { ...ready, AUTH0_CORRELATION_ID_PREFIX: "env/" };
    expect(prefix("deploy.eu:").correlationIdPrefix).toBe("deploy.eu:");
    expect(settings({}, environment).correlationIdPrefix).toBe("env/");
  });

  test.each([
    ["a\r\nb", "must contain only letters, digits, and the characters _.*~@+/:-"],
    ["a".repeat(29), "must have at most 28 characters, not 29"],
  ])("is rejected: %j", (value, rule) => {
    expect(() => prefix(value)).toThrow(`The setting correlationIdPrefix ${rule}.`);
  });
});

const ofEnvironment = {
  AUTH0_AUDIENCE: "urn:env",
  AUTH0_FORMER_DOMAIN: "https://OLD.auth0.com/",
};
const environment = { ...ready, ...ofEnvironment };
const loopback = { ...ready, AUTH0_DOMAIN: "http://localhost:1" };
const own = { "auth0:audience": "urn:c", "auth0:formerDomain": "c.auth0.com" };

test.each<[string, Values, Values, string, string | undefined]>([
  ["https even over http, and absent", {}, loopback, "https://localhost:1/api/v2/", undefined],
  ["the environment's, normalised", {}, environment, "urn:env", "old.auth0.com"],
  ["configuration's first", own, environment, "urn:c", "c.auth0.com"],
  [
    "the domain's and absent, where the environment is another tenant's",
    configured,
    { ...ambient, ...ofEnvironment },
    "https://config.auth0.com/api/v2/",
    undefined,
  ],
  [
    "the environment's, where its credentials are used",
    { "auth0:domain": "config.auth0.com" },
    { ...ambient, AUTH0_AUDIENCE: "urn:env" },
    "urn:env",
    undefined,
  ],
])("the audience and the former domain are %s", (_rule, config, values, audience, formerDomain) => {
  const found = settings(config, values);
  expect([found.audience, found.formerDomain]).toEqual([audience, formerDomain]);
});

describe("an explicit Provider", () => {
  const own = { ...configured, "auth0:environmentPrefix": "" };
  const prefixed = { ...configured, "auth0:environmentPrefix": "EU_" };
  const eu = {
    EU_AUTH0_DOMAIN: "eu.auth0.com",
    EU_AUTH0_CLIENT_ID: "eu-client",
    EU_AUTH0_CLIENT_SECRET: "eu-secret",
    EU_AUTH0_AUDIENCE: "urn:eu",
  };

  test("without environmentPrefix reads nothing of the environment", () => {
    const environment = { ...ambient, AUTH0_AUDIENCE: "urn:env", AUTH0_FORMER_DOMAIN: "old.com" };
    expect(settings(own, environment)).toEqual(settings(configured));
  });

  test("without environmentPrefix has an error that names its arguments, not variables", () => {
    const advice =
      "Pass domain and credentials to the Provider.\nTo use AUTH0_* variables instead, pass no arguments.";
    for (const values of [{}, { "auth0:domain": "env.auth0.com" }]) {
      const bare = { ...values, "auth0:environmentPrefix": "" };
      expect(() => settings(bare, ambient)).toThrow(advice);
    }
  });

  test("with environmentPrefix reads the names with that prefix and no bare one", () => {
    expect(settings({ "auth0:environmentPrefix": "EU_" }, { ...ambient, ...eu })).toMatchObject({
      domain: "eu.auth0.com",
      audience: "urn:eu",
      credentials: { clientId: "eu-client", clientSecret: "eu-secret" },
      secrets: ["eu-secret"],
    });
    expect(() => settings({ "auth0:environmentPrefix": "US_" }, ambient)).toThrow("No tenant");
  });

  test("with environmentPrefix and its own domain follows the rule of credentials", () => {
    const { credentials, warnings } = settings(prefixed, eu);
    expect(credentials).toEqual(ofConfiguration);
    expect(warnings[0]).toContain("EU_AUTH0_DOMAIN is eu.auth0.com");
    const same = { ...prefixed, "auth0:domain": "eu.auth0.com" };
    expect(settings(same, eu).credentials).toMatchObject({ clientId: "eu-client" });
  });
});
