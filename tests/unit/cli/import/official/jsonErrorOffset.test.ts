import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { jsonErrorOffset } from "../../../../../cli/import/official/jsonErrorOffset";

/** JSON texts as tools write them, on one line and on many. */
const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }), fc.constantFrom(0, 2, "\t"))
  .map(([value, space]) => JSON.stringify(value, null, space));

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("jsonErrorOffset", () => {
  test("is undefined for every JSON text", () => {
    fc.assert(fc.property(jsonText, (text) => jsonErrorOffset(text) === undefined));
  });

  test("is the end of a text that is cut off, wherever that is", () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, cut) => {
        const start = text.slice(0, cut % text.length);
        expect(jsonErrorOffset(start)).toBe(parses(start) ? undefined : start.length);
      }),
    );
  });

  test("agrees with JSON.parse on texts with a changed character", () => {
    const character = fc.constantFrom(...'{}[]",:\\-+.eE01 tfnu\n\u0001x');
    fc.assert(
      fc.property(jsonText, fc.nat(), character, (text, place, other) => {
        const at = place % text.length;
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        expect(jsonErrorOffset(changed) === undefined).toBe(parses(changed));
      }),
      { numRuns: 500 },
    );
  });

  test("is the first character that cannot continue the text before it", () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), fc.constantFrom(..."}]:x\u0001"), (text, place, other) => {
        const at = place % text.length;
        const changed = text.slice(0, at) + other + text.slice(at);
        const offset = jsonErrorOffset(changed);
        if (offset === undefined) return;
        expect(offset).toBeGreaterThanOrEqual(at);
        // Without that character, the text before it is only cut off.
        expect(jsonErrorOffset(changed.slice(0, offset)) ?? offset).toBe(offset);
      }),
    );
  });

  test.each([
    ["", 0],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ["[1,]", 3],
    ["[1 2]", 3],
    ["[}", 1],
    ['{"a":tru3}', 8],
    ["01", 1],
    ["1.x", 2],
    ["-", 1],
    ["1e+", 3],
    ['"\\q"', 2],
    ['"\\u12g4"', 5],
    ['"a\nb"', 2],
    ["{}{}", 2],
    ["\u00a0{}", 0],
    ["'a'", 0],
  ])("of %j is %d", (text, offset) => {
    expect(jsonErrorOffset(text)).toBe(offset);
  });

  test("reads a text of many levels and a long string", () => {
    const levels = "[".repeat(200_000);
    expect(jsonErrorOffset(levels)).toBe(200_000);
    const long = `"${'a\\"'.repeat(500_000)}"`;
    expect(jsonErrorOffset(long)).toBeUndefined();
  });
});
