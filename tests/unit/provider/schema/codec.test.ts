import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  decode,
  encode,
  hoistNestedOutputs,
  renameWireNames,
  undeclaredPaths,
} from "../../../../provider/schema/codec";
import { functionSchema, resourceSchema } from "../../../../provider/schema/packageSchema";
import type { Json } from "../../../../provider/shared/json";
import { wire } from "../../../support/tenant/objects";
import { inputsOf } from "../../../support/values/arbitrary";
import { hook } from "../../../support/values/eventStream";
import { jsonCopy } from "../../../support/values/inputs";
import { kinds, samples } from "../../../support/values/kinds";
import { policy } from "../../../support/values/rateLimitPolicy";

const streamInputs = resourceSchema("EventStream").inputs;
const policyInputs = resourceSchema("RateLimitPolicy").inputs;
const deliveries = functionSchema("getDeliveries").outputs.properties?.deliveries ?? {};
const parse = (text: string): Json => JSON.parse(text);

test.each(kinds)("every valid input of a $name is the same after encode and decode", (kind) => {
  const { inputs } = kind.resource;
  fc.assert(
    fc.property(inputsOf(inputs), (value) => {
      expect(decode(inputs, jsonCopy(encode(inputs, value)))).toEqual(value);
    }),
  );
});

test.each(samples)("$kind.name $sample has wire names at every level", ({ kind, program }) => {
  expect(encode(kind.resource.inputs, program)).toEqual(wire(program));
});

test("content without declared properties is unchanged", () => {
  const data = { user_id: "u", userId: "U", nested: { created_at: null, list: [null, "a_b"] } };
  const wire = [{ id: "evt_1", event_stream_id: "est_1", event: { id: "evt_1", data } }];
  expect(decode(deliveries, wire)).toEqual([
    { id: "evt_1", eventStreamId: "est_1", event: { id: "evt_1", data } },
  ]);
});

test("encode keeps undeclared keys, and decode drops them at every level", () => {
  const extra = {
    webhookEndpoint: "https://a.example.com",
    snake_key: 1,
    camelKey: { inItToo: 2 },
  };
  const destination = { type: "webhook", configuration: extra };
  const wire = encode(streamInputs, { destination, topKey: true });
  expect(wire).toEqual({
    destination: {
      type: "webhook",
      configuration: {
        webhook_endpoint: "https://a.example.com",
        snake_key: 1,
        camelKey: { inItToo: 2 },
      },
    },
    topKey: true,
  });
  const configuration = { webhookEndpoint: "https://a.example.com" };
  expect(decode(streamInputs, wire)).toEqual({ destination: { type: "webhook", configuration } });
});

test("a value with an unknown discriminator is unchanged in both directions", () => {
  const destination = { type: "kafka", configuration: { topic_name: "a", brokerList: [null] } };
  expect(encode(streamInputs, { destination })).toEqual({ destination });
  expect(decode(streamInputs, { destination })).toEqual({ destination });
});

test("decode drops properties that are null, at every level", () => {
  const wire = {
    name: null,
    unheard_of: null,
    destination: {
      type: "webhook",
      configuration: { webhook_endpoint: "https://a.example.com", webhook_authorization: null },
    },
  };
  expect(decode(streamInputs, wire)).toEqual({
    destination: { type: "webhook", configuration: { webhookEndpoint: "https://a.example.com" } },
  });
});

test.each(["toString", "hasOwnProperty", "valueOf", "constructor"])(
  "a key named %s, which every object inherits, is an undeclared key like any other",
  (key) => {
    const value = { [key]: { someKey: 1 } };
    expect(Object.entries(encode(policyInputs, value) as object)).toEqual(Object.entries(value));
    expect(decode(policyInputs, value)).toEqual({});
    expect(undeclaredPaths(policyInputs, value)).toEqual([[key]]);
  },
);

const hostile = '{"name":"a","__proto__":{"polluted":true}}';

test.each([
  ["encode", encode, hostile],
  ["decode", decode, '{"name":"a"}'],
])("%s changes no prototype for a key __proto__", (_name, translate, expected) => {
  const result = translate(streamInputs, parse(hostile)) as object;
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  expect(JSON.stringify(result)).toBe(expected);
  expect({}).not.toHaveProperty("polluted");
});

describe("renameWireNames", () => {
  test("renames at every level, even below a key that is not a wire name", () => {
    const authorization = { method: "custom_header", header_key: "X", header_value: "v" };
    const given = hook({ webhookAuthorization: authorization });
    const renamed = { method: "custom_header", headerKey: "X", headerValue: "v" };
    const whole = hook({ webhookAuthorization: renamed });
    expect(renameWireNames(streamInputs, given)).toEqual(whole);
    const all = encode(streamInputs, whole);
    expect(renameWireNames(streamInputs, all)).toEqual(whole);
    expect(renameWireNames(streamInputs, whole)).toEqual(whole);
  });

  test("keeps a wire name beside the property that it names, and null", () => {
    const both = { ...policy(), consumer_selector: "default" };
    expect(renameWireNames(policyInputs, both)).toEqual(both);
    const none = policy({ consumerSelector: null });
    expect(renameWireNames(policyInputs, none)).toEqual(none);
  });

  test.each(["__proto__", "toString"])("does not change the key %s", (key) => {
    const given = JSON.parse(`{"name":"a","${key}":1}`);
    expect(renameWireNames(streamInputs, given)).toEqual(given);
  });
});

describe("hoistNestedOutputs", () => {
  const response = jsonCopy({ id: "1", a: { b: { source: "x", other: 1, none: null } } });

  test("removes the value, returns it and keeps the rest", () => {
    const copy = jsonCopy(response);
    const { wire, hoisted } = hoistNestedOutputs(copy, { awsSource: ["a", "b", "source"] });
    expect(wire).toEqual({ id: "1", a: { b: { other: 1, none: null } } });
    expect(hoisted).toEqual({ awsSource: "x" });
    expect(copy).toEqual(response);
  });

  test("removes null and returns nothing for it", () => {
    const { wire, hoisted } = hoistNestedOutputs(response, { none: ["a", "b", "none"] });
    expect({ wire, hoisted }).toEqual({
      wire: { id: "1", a: { b: { source: "x", other: 1 } } },
      hoisted: {},
    });
  });

  test.each([
    ["no such property", ["a", "b", "missing"]],
    ["a value that is no object on the path", ["id", "b", "source"]],
    ["no such object on the path", ["z", "b", "source"]],
  ])("with %s removes nothing", (_case, path) => {
    expect(hoistNestedOutputs(response, { source: path })).toEqual({ wire: response, hoisted: {} });
  });
});
