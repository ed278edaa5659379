import { expect, test } from "@jest/globals";
import { dropNulls, fillRemoved, sortSets } from "../../../../provider/schema/normalize";
import { resourceSchema, type Schema } from "../../../../provider/schema/packageSchema";
import type { Json } from "../../../../provider/shared/json";

const { inputs } = resourceSchema("EventStream");
const kinds = ["user.created", "connection.created", "group.member.added", "user.deleted"];
const subscriptions = kinds.map((eventType) => ({ eventType }));

test("the order of keys within an item does not change the order of a set", () => {
  const set: Schema = { type: "array", uniqueItems: true };
  const ab = [
    { a: 1, b: [2] },
    { a: 0, b: [3] },
  ];
  const ba = [
    { b: [2], a: 1 },
    { b: [3], a: 0 },
  ];
  expect(sortSets(set, ba)).toEqual(sortSets(set, ab));
  expect(sortSets(set, ab)).toEqual([ab[1], ab[0]]);
});

test("an array that is not a set keeps its order", () => {
  const list: Schema = { type: "array" };
  expect(sortSets(list, [3, 1, 2])).toEqual([3, 1, 2]);
});

test("a set within a branch of a union is sorted", () => {
  const schema: Schema = {
    type: "object",
    discriminator: { propertyName: "kind" },
    oneOf: [
      {
        type: "object",
        properties: { kind: { const: "a" }, of: { type: "array", uniqueItems: true } },
      },
    ],
  };
  expect(sortSets(schema, { kind: "a", of: [2, 1] })).toEqual({ kind: "a", of: [1, 2] });
  expect(sortSets(schema, { kind: "b", of: [2, 1] })).toEqual({ kind: "b", of: [2, 1] });
});

test("dropNulls drops null at every level, and keeps other empty values", () => {
  const value: Json = { a: null, b: { c: null, d: 0 }, e: [{ f: null, g: "" }], h: false };
  expect(dropNulls(value)).toEqual({ b: { d: 0 }, e: [{ g: "" }], h: false });
});

test("an omitted property gets its default", () => {
  expect(fillRemoved(inputs, {}, { status: "disabled" })).toEqual({ status: "enabled" });
});

test("an omitted property without a default keeps its old value", () => {
  const olds = { name: "crm", subscriptions, status: "enabled" };
  expect(fillRemoved(inputs, {}, olds)).toEqual(olds);
});

test("a property without a default and an old value stays absent, and a new value is kept", () => {
  expect(fillRemoved(inputs, {}, {})).toEqual({ status: "enabled" });
  const news = { name: "new", status: "disabled" };
  expect(fillRemoved(inputs, news, { name: "old", status: "enabled" })).toEqual(news);
});

test("an undeclared old property is dropped", () => {
  expect(fillRemoved(inputs, {}, { createdAt: "2026", colour: "red" })).toEqual({
    status: "enabled",
  });
});
