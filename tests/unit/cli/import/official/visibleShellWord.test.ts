import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { visibleShellWord } from "../../../../../cli/import/official/visibleShellWord";

test("visibleShellWord makes one argument of any text, on one line that shows every character", () => {
  const odd = fc.constantFrom(
    "-",
    "'",
    '"',
    "\\",
    "%",
    "$",
    "`",
    "!",
    "\n",
    "\t",
    "\u202e",
    "é",
    "\\012",
  );
  // A shell cannot pass NUL, and cuts line breaks off the end.
  const text = fc
    .array(fc.oneof(odd, fc.string()), { maxLength: 8 })
    .map((parts) => `${parts.join("")}.`);
  fc.assert(
    fc.property(fc.array(text, { minLength: 30, maxLength: 30 }), (texts) => {
      const words = texts.map(visibleShellWord);
      expect(words.join("")).not.toMatch(/[\n\t\u202e]/);
      const script = `for word in ${words.join(" ")}; do printf '%s\\0' "$word"; done`;
      expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe(
        texts.map((each) => `${each}\0`).join(""),
      );
    }),
    { numRuns: 20 },
  );
});
