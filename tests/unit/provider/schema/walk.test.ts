import { expect, test } from "@jest/globals";
import type { Schema } from "../../../../provider/schema/packageSchema";
import { mapSecrets } from "../../../../provider/schema/secrets";
import { map, visit } from "../../../../provider/schema/walk";
import { type Json, maxDepth } from "../../../../provider/shared/json";

const text: Schema = { type: "string" };
const branch = (tag: string, token: Schema): Schema => ({
  type: "object",
  properties: { tag: { const: tag }, token },
});
const union: Schema = {
  type: "object",
  oneOf: [branch("plain", text), branch("key", { ...text, secret: true })],
  discriminator: { propertyName: "tag" },
};
const hidden = (value: Json) => mapSecrets(union, value, () => "***");

test.each([
  ["its branch is chosen", { tag: "key", token: "t" }, { tag: "key", token: "***" }],
  ["another branch is chosen", { tag: "plain", token: "t" }, { tag: "plain", token: "***" }],
  ["the discriminator is unknown", { tag: "new", more: ["t"] }, { tag: "new", more: "***" }],
])("a search for secrets finds one if %s", (_, value, expected) => {
  expect(hidden(value)).toEqual(expected);
});

test("a place knows whether schema.json declares it", () => {
  const schema: Schema = { properties: { any: {}, set: { items: text } } };
  const places = visit(schema, { other: { a: 1 }, set: ["x"], any: { b: 2 } });
  expect(places.slice(1).map(({ path, isDeclared }) => [path.join("."), isDeclared])).toEqual([
    ["other", false],
    ["other.a", undefined],
    ["set", true],
    ["set.0", true],
    ["any", true],
    ["any.b", undefined],
  ]);
});

test("a value that is nested too deep is unchanged below the deepest level, and may be secret", () => {
  const nested = (value: string, levels: number) =>
    JSON.parse("[".repeat(levels) + value + "]".repeat(levels));
  const deep = nested('"t"', 5_000);
  expect(map({}, deep, (_, below) => below())).toEqual(deep);
  expect(hidden({ tag: "plain", more: deep })).toEqual({
    tag: "plain",
    more: nested('"***"', maxDepth),
  });
});
