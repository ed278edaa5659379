import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  providerSchema,
  resourceSchema,
  type Schema,
} from "../../../../provider/schema/packageSchema";
import { hasSecret } from "../../../../provider/schema/secrets";
import { validator } from "../../../../provider/schema/validate";
import { isObject, type Props } from "../../../../provider/shared/json";
import { inputsOf, nearly } from "../../../support/values/arbitrary";
import {
  authorizations,
  authorized,
  canaries,
  hook,
  stream,
  to,
} from "../../../support/values/eventStream";
import { push, serviceAccount } from "../../../support/values/guardianFcmv1Provider";
import { sentinels, unknown } from "../../../support/values/inputs";
import { configured, policy } from "../../../support/values/rateLimitPolicy";
import { newerValue } from "../../../support/values/resourceValues";

const schemas = {
  EventStream: resourceSchema("EventStream").inputs,
  RateLimitPolicy: resourceSchema("RateLimitPolicy").inputs,
  GuardianFcmv1Provider: resourceSchema("GuardianFcmv1Provider").inputs,
};
const validateStream = validator(schemas.EventStream);
const validatePush = validator(schemas.GuardianFcmv1Provider);
const at = "destination.configuration";

test.each(Object.entries(schemas))(
  "%s: every value within the limits is valid",
  (_name, schema) => {
    fc.assert(
      fc.property(inputsOf(schema), (value) => {
        expect(validator(schema)(value)).toEqual([]);
      }),
    );
  },
);

test("an unusual key is quoted unchanged", () => {
  expect(validateStream(stream({ "a/b~c": 1 }))[0]).toMatch(/^\["a\/b~c"\] is not a property/);
  expect(validateStream(JSON.parse('{"__proto__":1,"destination":{"type":"action"}}'))).toEqual([
    expect.stringMatching(/^__proto__ is not a property/),
    "destination.configuration is required with type action",
  ]);
});

test("no message contains a misplaced secret", () => {
  const secret = canaries.password;
  const wrong = [
    authorized({ method: "bearer", password: secret }),
    authorized({ method: secret, password: secret }),
    authorized({ method: "basic", username: "a", password: [secret] }),
    authorized({ method: "custom_header", headerKey: 1, headerValue: { 1: secret } }),
    hook({ webhookAuthorization: secret }),
    to({ type: "kafka", configuration: { webhookAuthorization: { password: secret } } }),
  ];
  const messages = wrong.flatMap((value) => validateStream(value));
  messages.push(...validatePush({ serverCredentials: [secret] }));
  messages.push(...validatePush({ serverCredentials: secret.repeat(600) }));
  expect(messages.length).toBeGreaterThanOrEqual(wrong.length + 2);
  expect(messages.join("\n")).not.toContain(secret);
});

/** A secret of a wrong type, and the two forms in which messages could quote it. */
const number = 8675309;
const quoted = /8,?675,?309/;
const account = (changes: object) => push(serviceAccount("k", changes));
const auth = `${at}.webhookAuthorization`;

test.each<[object, string]>([
  [{ serverCredentials: number }, "serverCredentials must be a string, not a number"],
  [
    account({ private_key: number }),
    "serverCredentials, as JSON: private_key must be a string, not a number",
  ],
  [
    account({ project_id: true }),
    "serverCredentials, as JSON: project_id must be a string, not a boolean",
  ],
])("push credentials of a wrong type are not quoted (%#)", (wrong, message) => {
  expect(validatePush(wrong)).toEqual([message]);
});

test("a Provider's argument of a wrong type is quoted only if it is not secret", () => {
  const names = Object.entries(providerSchema.properties);
  for (const [name, { secret, type }] of names.filter(([, it]) => it.type === "string")) {
    const [message = ""] = validator(providerSchema)({ [name]: number });
    expect(message).toContain(`${name} must be a`);
    expect([name, type, quoted.test(message)]).toEqual([name, type, secret !== true]);
  }
});

test("a key that contains a secret is not quoted", () => {
  const secret = canaries.token;
  expect(validateStream(authorized({ method: "bearer", token: secret, [secret]: true }))).toEqual([
    `${auth} contains an unknown property (its name may be a secret, so it isn't shown). Valid properties: method and token.`,
  ]);
});

/** The unknown keys that a message may name, because their object cannot contain a secret. */
const withoutSecret = (schema: Schema) =>
  hasSecret(schema)
    ? /^(subscriptions\[\d+\]|destination\.configuration)\["s3cr3t-7be2"\] is not/gm
    : /\["s3cr3t-7be2"\] is not/g;

describe("a value, without quoteValues,", () => {
  const valid = "Valid properties: name, subscriptions, destination, and status.";
  const validatorWithoutQuotes = (schema: (typeof schemas)["EventStream"]) =>
    validator(schema, { quoteValues: false });

  test.each<[keyof typeof schemas, object, string]>([
    ["EventStream", stream({ name: number }), "name must be a string, not a number"],
    [
      "EventStream",
      authorized({ ...authorizations.bearer, tokne: 1 }),
      `${auth} contains an unknown property (its name may be a secret, so it isn't shown). Did you mean token?`,
    ],
    [
      "EventStream",
      authorized({ method: "s3cr3t", token: "s3cr3t" }),
      `${auth}.method must be basic, bearer, or custom_header`,
    ],
    [
      "RateLimitPolicy",
      configured({ action: "block", limit: number }),
      "configuration.limit must be from 0 to 10,000",
    ],
    [
      "RateLimitPolicy",
      configured({ action: "block", limit: 0.8675309 }),
      "configuration.limit must be a whole number, not a fraction",
    ],
    [
      "EventStream",
      stream({ labels: {} }),
      `the arguments contain an unknown property (its name may be a secret, so it isn't shown). ${valid}`,
    ],
    [
      "RateLimitPolicy",
      configured({ action: "block", limit: 1, limt: number }),
      "configuration.limt is not a property. Did you mean limit?",
    ],
  ])("is not quoted for %s (%#)", (name, wrong, message) => {
    expect(validatorWithoutQuotes(schemas[name])(wrong)).toEqual([message]);
  });

  test("is in no message, and neither is an unknown key where a secret may be", () => {
    const leaf = fc.oneof(fc.constant(number), fc.constant("s3cr3t-7be2"));
    for (const schema of Object.values(schemas)) {
      const wrong = inputsOf(schema).chain((value) =>
        nearly(value, fc.oneof(leaf, fc.dictionary(fc.constant("s3cr3t-7be2"), leaf))),
      );
      fc.assert(
        fc.property(wrong, (value) => {
          const messages = validatorWithoutQuotes(schema)(value).join("\n");
          const hidden = messages.replaceAll(withoutSecret(schema), "");
          expect(hidden).not.toMatch(/8,?675,?309|s3cr3t/);
        }),
      );
    }
  });
});

describe("a required property that is missing in the program", () => {
  const [state, program] = [authorized({ method: "bearer" }), authorized({ method: "bearer" })];
  const advice =
    "The state doesn't have it, because an update was interrupted or the object was adopted without it.\n" +
    "Set it in the program.\nIf ignoreChanges covers it, run `pulumi up` once without ignoreChanges.";
  const required = `${auth}.token is required with method bearer`;

  test("is reported with advice if the state does not contain it either", () => {
    expect(validateStream(program, state)).toEqual([`${required}. ${advice}`]);
    expect(validatePush({}, {})).toEqual([`serverCredentials is required. ${advice}`]);
  });

  test.each<[string, unknown]>([
    ["there is no object", undefined],
    ["the state contains it", authorized(authorizations.bearer)],
    ["the state has another method", authorized({ method: "basic", username: "u" })],
    ["the state has another destination", to({ type: "action" })],
  ])("is reported without advice if %s", (_case, olds) => {
    expect(validateStream(program, olds)).toEqual([required]);
  });
});

describe.each(sentinels)("an unknown value (%s)", (_type, sentinel) => {
  test.each(Object.entries(schemas))("is valid at every place of %s", (_name, schema) => {
    const withUnknown = inputsOf(schema)
      .chain((value) => nearly(value, fc.constant(sentinel)))
      .filter(isObject);
    fc.assert(
      fc.property(withUnknown, (value) => {
        expect(validator(schema)(value)).toEqual([]);
      }),
    );
  });

  test.each<[string, keyof typeof schemas, object]>([
    ["a part of an endpoint", "EventStream", hook({ webhookEndpoint: `http://${sentinel}/hook` })],
    ["two subscriptions", "EventStream", stream({ subscriptions: [sentinel, sentinel] })],
    ["a part of a long name", "EventStream", stream({ name: sentinel.repeat(5) })],
    [
      "a type beside a wrong value",
      "EventStream",
      to({ type: sentinel, configuration: { webhookEndpoint: 3 } }),
    ],
    ["a part of a selector", "RateLimitPolicy", policy({ consumerSelector: `client-${sentinel}` })],
    [
      "an action beside a wrong value",
      "RateLimitPolicy",
      configured({ action: sentinel, limit: "many" }),
    ],
  ])("as %s of a %s is valid", (_place, name, value) => {
    expect(validator(schemas[name])(value)).toEqual([]);
  });
});

test.each<[string, object, string]>([
  ["a name", { ...authorized(unknown), name: "" }, "name must have 1 to 128 characters, not 0"],
  ["a status", { ...to(unknown), status: "off" }, "status must be enabled or disabled"],
  [
    "an endpoint",
    hook({ webhookAuthorization: unknown, webhookEndpoint: "a" }),
    `${at}.webhookEndpoint must start with https:// (lowercase), because requests to it include a secret`,
  ],
  [
    "a missing key",
    authorized({ method: "basic", password: unknown }),
    `${at}.webhookAuthorization.username is required with method basic`,
  ],
  [
    "a discriminator",
    to({ type: "kafka", configuration: unknown }),
    "destination.type must be webhook, eventbridge, or action",
  ],
  [
    "a repeated item",
    stream({
      subscriptions: [
        { eventType: "user.created" },
        { eventType: "user.created" },
        { eventType: unknown },
      ],
    }),
    "subscriptions must not repeat an item, but items 0 and 1 are equal",
  ],
  [
    "an item",
    stream({ subscriptions: [{ eventType: unknown }, { eventType: "user.create" }] }),
    `subscriptions[1].eventType must be one of the 25 values of EventKind. Did you mean user.created?${newerValue}`,
  ],
])("%s is checked beside an unknown value", (_key, value, message) => {
  expect(validateStream(value)).toEqual([message]);
});

test.each<[string, Props, Props]>([
  ["it", { ...authorizations.basic, token: "t" }, { method: "bearer", token: "t" }],
  ["method", { ...authorizations.basic, token: "t" }, authorizations.basic],
])("a message names ignoreChanges, which keeps %s in the state", (kept, news, olds) => {
  expect(validateStream(authorized(news), authorized(olds))).toEqual([
    `${auth}.token is not allowed with method basic. It belongs to method bearer.\nIf ignoreChanges covers ${kept}, remove that entry, because it keeps the state's value.`,
  ]);
});

test("the message about another destination's configuration in the state names ignoreChanges", () => {
  const configuration = { actionId: "a" };
  const olds = to({ type: "action", configuration });
  const messages = validateStream(to({ type: "webhook", configuration }), olds);
  expect(messages).toContainEqual(
    expect.stringMatching(/actionId is not a property.*\nIf ignoreChanges covers it, remove that/),
  );
});

test("credentials that are JSON with an unknown part are valid", () => {
  expect(validatePush(push(`{"type":"${unknown}"`))).toEqual([]);
});

test("a document that is nested deeper than the call stack is a failure, not an exception", () => {
  const depth = 200_000;
  const text = `{"project_id": ${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const validate = validator(resourceSchema("GuardianFcmv1Provider").inputs);
  expect(validate(push(text))).toContain(
    "serverCredentials must be JSON. Pass the complete text of the file, not its path.",
  );
});
