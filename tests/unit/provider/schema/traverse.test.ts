import { expect, test } from "@jest/globals";
import type { Schema } from "../../../../provider/schema/packageSchema";
import { propertyOfAnyBranch } from "../../../../provider/schema/traverse";

const text: Schema = { type: "string" };
const branch = (token: Schema): Schema => ({ type: "object", properties: { token } });
const union = (...tokens: Schema[]): Schema => ({ type: "object", oneOf: tokens.map(branch) });

test("a key that is a secret in one of several branches is a secret in the union", () => {
  const tokens = union(text, { ...text, secret: true });
  expect(propertyOfAnyBranch(tokens, {}, "token").secret).toBe(true);
  expect(propertyOfAnyBranch(union(text, text), {}, "token").secret).toBe(false);
});
