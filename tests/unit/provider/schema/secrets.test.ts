import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { resourceSchema, type Schema } from "../../../../provider/schema/packageSchema";
import {
  carryWriteOnly,
  hasSecret,
  mapSecrets,
  mapUnknownTypes,
  secretTexts,
  textsToRedact,
} from "../../../../provider/schema/secrets";
import { branchOf } from "../../../../provider/schema/walk";
import { isObject, type Json, type Props } from "../../../../provider/shared/json";
import { inputsOf } from "../../../support/values/arbitrary";
import { action, canaries, hook, stream, webhook } from "../../../support/values/eventStream";
import { jsonCopy, unknown } from "../../../support/values/inputs";
import { kinds } from "../../../support/values/kinds";

const { inputs } = resourceSchema("EventStream");

/** The value as Auth0 returns it: without write-only properties. */
function returned(schema: Schema, value: Json): Json {
  if (!isObject(value)) return value;
  const { properties = {} } = branchOf(schema, value) ?? {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !properties[key]?.writeOnly)
      .map(([key, item]) => [key, returned(properties[key] ?? {}, item)]),
  );
}

test.each(kinds)("write-only values of a $name are restored beside live values", ({ resource }) => {
  fc.assert(
    fc.property(inputsOf(resource.inputs), (value) => {
      const live = { ...(returned(resource.inputs, value) as Props), added: "live" };
      expect(carryWriteOnly(resource.inputs, live, value)).toEqual({ ...value, added: "live" });
    }),
  );
});

test.each<[string, unknown]>([
  ["another method", webhook({ method: "bearer" } as never)],
  ["an unknown method", webhook({ method: "mtls" } as never)],
  [
    "no authorization",
    { type: "webhook", configuration: { webhookEndpoint: "https://a.example" } },
  ],
  ["another destination", action()],
  ["an unknown destination", { type: "kafka", configuration: { password: null } }],
])("a live value with %s gets no secret back", (_case, destination) => {
  const live = stream({ destination });
  expect(carryWriteOnly(inputs, live, stream())).toEqual(live);
});

test("a live value is unchanged if nothing was sent", () => {
  const live = returned(inputs, stream());
  expect(carryWriteOnly(inputs, live, {})).toEqual(live);
  expect(carryWriteOnly(inputs, live, undefined)).toEqual(live);
});

test.each(kinds)("secretTexts finds every secret of a $name", (kind) => {
  const { canaries, resource, valid } = kind;
  const found = Object.values(valid).flatMap((program) => secretTexts(resource.inputs, program));
  expect(found).toEqual(canaries);
});

test("secretTexts finds a secret below a wrong discriminator, or of a wrong type", () => {
  const withWrongType = (webhookAuthorization: object) =>
    jsonCopy({ destination: { type: "kafka", configuration: { webhookAuthorization } } });
  const authorization = {
    method: "none",
    password: "p",
    token: { a: ["t", 1, false] },
    headerValue: "h",
  };
  const found = secretTexts(inputs, withWrongType(authorization));
  expect(found.sort()).toEqual(["1", "false", "h", "p", "t"]);
});

const unknownType = {
  type: "kafka",
  configuration: { topic: "orders", port: 9092, keys: ["k3y-1234"] },
};

test.each<[string, Json, Json]>([
  ["but its type", unknownType, { type: "kafka", configuration: "*" }],
  ["its type, which is no text", { type: { a: 1 } }, { type: "*" }],
  ["with a type that is not known yet, nothing", { type: unknown, a: 1 }, { type: unknown, a: 1 }],
])(
  "everything in a destination of an unknown type is secret %s",
  (_what, destination, expected) => {
    for (const map of [mapSecrets, mapUnknownTypes])
      expect(map(inputs, { destination }, () => "*")).toEqual({ destination: expected });
  },
);

test("textsToRedact returns the long texts of a destination of an unknown type", () => {
  const found = new Set(textsToRedact(inputs, { destination: unknownType }));
  expect([...found]).toEqual(["orders", "k3y-1234"]);
});

test("secretTexts returns nothing for a value that violates the schema", () => {
  for (const value of [undefined, null, 3, "text", [], { destination: [1] }] as Json[]) {
    expect(secretTexts(inputs, value)).toEqual([]);
  }
});

test.each<[string, string, string[]]>([
  ["nothing", "https://a.example.com/hook", []],
  ["its user", "https://tenant:pass%20word@a.example.com/hook", ["tenant", "pass%20word"]],
  [
    "its query and each long value",
    "https://a.example.com/?v=1&key=k3y-1234",
    ["v=1&key=k3y-1234", "k3y-1234"],
  ],
  ["its fragment", "https://a.example.com/#k3y-1234", ["k3y-1234"]],
  [
    "a long part of its path",
    "https://a.example.com/hook/0123456789abcdefghij/x",
    ["0123456789abcdefghij"],
  ],
  ["all of it for a short query", "https://a.example.com/?v=1", ["https://a.example.com/?v=1"]],
  ["nothing where it is no URL", "hook?key=k3y-1234", []],
])("textsToRedact returns of an endpoint: %s (%#)", (_what, webhookEndpoint, expected) => {
  const found = textsToRedact(inputs, hook({ webhookEndpoint }));
  expect(found).toEqual([...expected, canaries.password]);
  // They are not secrets, because changing one does not change a secret.
  expect(secretTexts(inputs, hook({ webhookEndpoint }))).toEqual([canaries.password]);
});

test.each(kinds)("hasSecret looks at every level of a $name", ({ resource, canaries }) => {
  expect(hasSecret(resource.inputs)).toBe(canaries.length > 0);
});
