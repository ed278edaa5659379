import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { resourceSchema } from "../../provider/schema";
import { validator } from "../../provider/validate";
import { inputsOf } from "../support/arbitrary";
import {
  authorized,
  bridge,
  configured,
  hook,
  policy,
  push,
  sentinels,
  stream,
  to,
  unknown,
} from "../support/inputs";
import { problem } from "../support/problem";
import { authorizations, canaries } from "../support/samples";

const schemas = {
  EventStream: resourceSchema("EventStream").inputs,
  RateLimitPolicy: resourceSchema("RateLimitPolicy").inputs,
  GuardianFcmv1Provider: resourceSchema("GuardianFcmv1Provider").inputs,
};
const streamProblems = validator(schemas.EventStream);
const policyProblems = validator(schemas.RateLimitPolicy);
const pushProblems = validator(schemas.GuardianFcmv1Provider);
const at = "destination.configuration";

test.each(Object.entries(schemas))(
  "%s: whatever keeps to the limits has no problem",
  (_name, schema) => {
    fc.assert(
      fc.property(inputsOf(schema), (value) => {
        expect(validator(schema)(value)).toEqual([]);
      }),
    );
  },
);

test("all problems are named at once, each once", () => {
  const value = {
    ...authorized({ method: "basic", username: 3, token: "t" }),
    name: "",
    status: "off",
    extra: 1,
  };
  expect(
    streamProblems(value)
      .map((problem) => problem.split(" ")[0])
      .sort(),
  ).toEqual([
    `${at}.webhookAuthorization.password`,
    `${at}.webhookAuthorization.token`,
    `${at}.webhookAuthorization.username`,
    "extra",
    "name",
    "status",
  ]);
});

test("odd keys are named as they are", () => {
  expect(streamProblems(stream({ "a/b~c": 1 }))[0]).toMatch(/^a\/b~c is not a property/);
  expect(streamProblems(JSON.parse('{"__proto__":1,"destination":{"type":"action"}}'))).toEqual([
    expect.stringMatching(/^__proto__ is not a property/),
    "destination.configuration is required",
  ]);
});

test("no message repeats a secret, however wrong its place", () => {
  const secret = canaries.password;
  const wrong = [
    authorized({ method: "bearer", password: secret }),
    authorized({ method: secret, password: secret }),
    authorized({ method: "basic", username: "a", password: [secret] }),
    authorized({ method: "custom_header", headerKey: 1, headerValue: { 1: secret } }),
    hook({ webhookAuthorization: secret }),
    to({ type: "kafka", configuration: { webhookAuthorization: { password: secret } } }),
  ];
  const messages = wrong.flatMap((value) => streamProblems(value));
  messages.push(...pushProblems({ serverCredentials: [secret] }));
  messages.push(...pushProblems({ serverCredentials: secret.repeat(600) }));
  expect(messages.length).toBeGreaterThanOrEqual(wrong.length + 2);
  expect(messages.join("\n")).not.toContain(secret);
});

describe.each(sentinels)("an unknown value (%s)", (_type, sentinel) => {
  test.each([
    ["the whole destination", to(sentinel)],
    ["a destination's type", to({ type: sentinel, configuration: { webhookEndpoint: 3 } })],
    ["a configuration", to({ type: "webhook", configuration: sentinel })],
    ["an endpoint", hook({ webhookEndpoint: sentinel })],
    ["a part of an endpoint", hook({ webhookEndpoint: `http://${sentinel}/hook` })],
    ["an authorization", authorized(sentinel)],
    ["a method", authorized({ method: sentinel })],
    ["a password", authorized({ ...authorizations.basic, password: sentinel })],
    ["an account", bridge({ awsAccountId: sentinel })],
    ["a region", bridge({ awsRegion: `eu-${sentinel}` })],
    ["all subscriptions", stream({ subscriptions: sentinel })],
    ["one subscription", stream({ subscriptions: [sentinel] })],
    ["two subscriptions", stream({ subscriptions: [sentinel, sentinel] })],
    ["an event type", stream({ subscriptions: [{ eventType: sentinel }] })],
    ["a status", stream({ status: sentinel })],
    ["a part of a long name", stream({ name: sentinel.repeat(5) })],
  ])("as %s of a stream is no problem", (_place, value) => {
    expect(streamProblems(value)).toEqual([]);
  });

  test.each([
    ["a resource", policy({ resource: sentinel })],
    ["a consumer", policy({ consumer: sentinel })],
    ["a selector", policy({ consumerSelector: sentinel })],
    ["a part of a selector", policy({ consumerSelector: `client-${sentinel}` })],
    ["a configuration", configured(sentinel)],
    ["an action", configured({ action: sentinel, limit: "many" })],
    ["a limit", configured({ action: "block", limit: sentinel })],
    ["an address", configured({ action: "redirect", limit: 1, redirectUri: sentinel })],
  ])("as %s of a policy is no problem", (_place, value) => {
    expect(policyProblems(value)).toEqual([]);
  });

  test("as push credentials is no problem", () => {
    expect(pushProblems(push(sentinel))).toEqual([]);
  });
});

test.each<[string, object, string, string]>([
  ["name", { ...authorized(unknown), name: "" }, "name", "1 to 128 characters"],
  ["status", { ...to(unknown), status: "off" }, "status", "must be one of"],
  [
    "endpoint",
    hook({ webhookAuthorization: unknown, webhookEndpoint: "a" }),
    `${at}.webhookEndpoint`,
    "`https://` URL",
  ],
  [
    "other key",
    to({ type: "action", configuration: { actionId: unknown, name: 1 } }),
    `${at}.name`,
    `is not a`,
  ],
  [
    "missing key",
    authorized({ method: "basic", password: unknown }),
    `${at}.webhookAuthorization.username`,
    "is required",
  ],
  ["missing property", { name: unknown }, "destination", "is required"],
  [
    "tag beside",
    to({ type: "kafka", configuration: unknown }),
    "destination.type",
    "must be one of",
  ],
  [
    "item twice",
    stream({
      subscriptions: [
        { eventType: "user.created" },
        { eventType: "user.created" },
        { eventType: unknown },
      ],
    }),
    "subscriptions",
    "must name each item once: items 0 and 1 are alike",
  ],
  [
    "item beside",
    stream({ subscriptions: [{ eventType: unknown }, { eventType: "user.create" }] }),
    "subscriptions[1].eventType",
    "must be one of",
  ],
  ["account", bridge({ awsRegion: unknown, awsAccountId: "1" }), `${at}.awsAccountId`, "12 digits"],
])("a known %s is checked beside an unknown value", (_key, value, place, rule) => {
  expect(streamProblems(value)).toEqual([problem(place, rule)]);
});

test("a known limit is checked beside an unknown address", () => {
  const value = configured({ action: "redirect", limit: -1, redirectUri: unknown });
  expect(policyProblems(value)).toEqual([problem("configuration.limit", "from 0 to 10,000")]);
});
