import { expect, test } from "@jest/globals";
import { displayName, escapeInvisible, jsonLines } from "../../../../cli/shared/text";

test("a value is JSON, on one line if it is short", () => {
  expect(jsonLines("10")).toEqual(['"10"']);
  expect(jsonLines(10)).toEqual(["10"]);
  expect(jsonLines({ a: [1, null] })).toEqual(['{ "a": [ 1, null ] }']);
  expect(jsonLines({ a: "x".repeat(60) })).toHaveLength(3);
});

test("a masked secret is shown without quotes", () => {
  expect(jsonLines("[secret]")).toEqual(["[secret]"]);
});

test("invisible characters are escaped, and visible ones are not", () => {
  expect(escapeInvisible("a\u202Eb\u200B\n\u0000\ud800")).toBe("a\\u202eb\\u200b\\n\\u0000\\ud800");
  expect(escapeInvisible("crm\u3164\u206a\u{e0041}")).toBe("crm\\u3164\\u206a\\u{e0041}");
  expect(escapeInvisible("👩‍💻 ❤️ مرحبا")).toBe("👩‍💻 ❤️ مرحبا");
});

test("a blank name is shown in quotes", () => {
  expect([displayName(""), displayName("  "), displayName("crm")]).toEqual(['""', '"  "', "crm"]);
});
