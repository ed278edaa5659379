import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { markedTexts, receive, send } from "../../../../../provider/adapters/plugin/values";
import { resourceSchema } from "../../../../../provider/schema/packageSchema";
import { secretTexts } from "../../../../../provider/schema/secrets";
import type { Json, Props } from "../../../../../provider/shared/json";
import { secretValue } from "../../../../../provider/stateStrings";
import { inputsOf } from "../../../../support/values/arbitrary";
import { stream } from "../../../../support/values/eventStream";
import { jsonCopy } from "../../../../support/values/inputs";
import { samples } from "../../../../support/values/kinds";

const { inputs } = resourceSchema("EventStream");
const noSchema = { properties: {} };
const struct = (props: Props) => Struct.fromJavaScript(props);

test("values arrive unchanged, regardless of their secret marks", () => {
  const paths = fc.array(fc.array(fc.oneof(fc.string(), fc.nat(3)), { minLength: 1 }));
  fc.assert(
    fc.property(inputsOf(inputs), paths, (value, secretPaths) => {
      const props = jsonCopy(value);
      expect(receive(send(inputs, props, secretPaths)).props).toEqual(props);
    }),
  );
});

test.each(samples)("every secret of $kind.name $sample is marked", ({ kind, program }) => {
  const schema = kind.resource.inputs;
  expect(markedTexts(schema, receive(send(schema, program, [])))).toEqual(
    secretTexts(schema, program),
  );
});

test("a program's secret marks are kept at any depth", () => {
  const sent: Props = { a: { b: secretValue("x") }, c: secretValue({ d: 1 }), e: "plain" };
  const { props, secretPaths } = receive(struct(sent));
  expect(props).toEqual({ a: { b: "x" }, c: { d: 1 }, e: "plain" });
  expect(receive(send(noSchema, props, secretPaths)).secretPaths).toEqual(secretPaths);
});

test("a mark within a list makes the whole list secret, because it may be sorted", () => {
  const subscriptions: Json = [{ eventType: secretValue("user.deleted") }];
  const { props, secretPaths } = receive(struct({ ...stream(), subscriptions }));
  const sorted = { ...props, subscriptions: [{ eventType: "a" }, { eventType: "user.deleted" }] };
  expect(receive(send(inputs, sorted, secretPaths)).secretPaths).toContainEqual(["subscriptions"]);
});

test("a secret within a secret arrives as a plain value", () => {
  const bag = receive(struct({ a: secretValue({ b: secretValue("canary") }) }));
  expect(bag.props).toEqual({ a: { b: "canary" } });
  expect(markedTexts(noSchema, bag)).toContain("canary");
});

test("schema words and short texts are not redacted, even in a secret object", () => {
  const policy = {
    consumerSelector: "client_id:canary",
    configuration: secretValue({ action: "redirect", limit: 5, redirectUri: "https://a.example" }),
  };
  const { inputs: schema } = resourceSchema("RateLimitPolicy");
  expect(markedTexts(schema, receive(struct(policy)))).toEqual(["https://a.example"]);
});
