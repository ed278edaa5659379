import { expect, test } from "@jest/globals";
import { dropNulls, fillRemoved, sortSets } from "../../../../provider/schema/normalize";
import { resourceSchema, type Schema } from "../../../../provider/schema/packageSchema";
import type { Json, Props } from "../../../../provider/shared/json";

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

const enabled = { status: "enabled" };
const [older, newer] = [
  { name: "old", status: "enabled" },
  { name: "new", status: "disabled" },
];

test.each<[string, Props, Props, Props]>([
  ["an omitted property gets its default", {}, { status: "disabled" }, enabled],
  [
    "one without a default keeps its old value",
    {},
    { ...older, subscriptions },
    { ...older, subscriptions },
  ],
  ["one without a default and an old value stays absent", {}, {}, enabled],
  ["a new value is kept", newer, older, newer],
  ["an undeclared old property is dropped", {}, { createdAt: "2026", colour: "red" }, enabled],
])("%s", (_, news, olds, expected) => {
  expect(fillRemoved(inputs, news, olds)).toEqual(expected);
});
