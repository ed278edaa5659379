import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { blockLines, codeBlock, inlineCode } from "../../../../cli/shared/markdown";
import { hostileNames } from "../../../support/pipelines/hostileNames";
import { hostile } from "../../../support/values/hostileText";
import { outsideCode } from "../../../support/values/markdown";

test.each([
  ["crm", "`crm`"],
  ["a`b", "``a`b``"],
  ["`a``", "``` `a`` ```"],
  [" a ", "`  a  `"],
  ["", '`""`'],
  ["@octocat #123", "`@octocat #123`"],
  ["a\u202eb\u200b\n\u0000\ud800", "`a\\u202eb\\u200b\\n\\u0000\\ud800`"],
  ["crm\u3164\u206a\u{e0041}", "`crm\\u3164\\u206a\\u{e0041}`"],
  ["👩‍💻 ❤️ مرحبا", "`👩‍💻 ❤️ مرحبا`"],
])("the name %j is the code %s", (name, code) => {
  expect(inlineCode(name)).toBe(code);
});

test("a name is one code span, whatever it contains", () => {
  for (const name of [...hostileNames, ...fc.sample(hostile, 200)]) {
    expect(`${outsideCode(`a ${inlineCode(name)} b`)} of ${name}`).toBe(`a (code) b of ${name}`);
  }
});

test("lines of a block keep their text, but no line ends the block or starts a quick action", () => {
  expect(blockLines("a\r\n  ```\r/close\n    /x\n~~~\u202e")).toEqual([
    "a",
    "      ```",
    "    /close",
    "    /x",
    "~~~\\u202e",
  ]);
  fc.assert(
    fc.property(fc.array(hostile), (texts) => {
      const block = codeBlock(blockLines(texts.join("\n")).join("\n"), "text");
      expect(outsideCode(`${block}\nafter`)).toBe("(block)\nafter");
      expect(block).not.toMatch(/^\//m);
    }),
  );
});
