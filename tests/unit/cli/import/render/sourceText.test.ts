import { afterAll, expect, test } from "@jest/globals";
import {
  call,
  literal,
  object,
  statement,
  visibleText,
} from "../../../../../cli/import/render/sourceText";
import { textWidth } from "../../../../../cli/import/render/textWidth";
import { checkSources, nothingReported } from "../../../../support/biome";
import { removeTemporaryFolders } from "../../../../support/project";

afterAll(removeTemporaryFolders);

test("a string has the quotes that need fewer escapes, and double ones by default", () => {
  expect([literal("a"), literal("'"), literal('"'), literal(`"'`), literal(`""'`)]).toEqual([
    '"a"',
    `"'"`,
    `'"'`,
    `"\\"'"`,
    `'""\\''`,
  ]);
});

test("a string on one line shows characters that a reader could miss", () => {
  expect(literal("a\\b\n\u0000\u2028\ud800\u202e\u200b")).toBe(
    '"a\\\\b\\n\\u0000\\u2028\\ud800\\u202e\\u200b"',
  );
  expect(literal("a\u00a0b\u3000\ue000\u{f0000}")).toBe('"a\\u00a0b\\u3000\\ue000\\u{f0000}"');
  expect(literal("👩‍💻 ❤️ 漢字 می‌خواهم é")).toBe('"👩‍💻 ❤️ 漢字 می‌خواهم é"');
});

test("a string that looks like a template is a literal all the same", () => {
  expect(literal(`$a \${b}`)).toBe('"$a \\u0024{b}"');
});

test("a long string goes below its key, unless the key is short", () => {
  const text = literal("x".repeat(90));
  expect(
    statement(
      call("f", [
        literal(1),
        object([
          ["alias", text],
          ["name", text],
        ]),
      ]),
    ),
  ).toBe(
    `f(
  1,
  {
    alias:
      ${text},
    name: ${text},
  },
);`,
  );
});

/** Every character that stands in a program without an escape, some to a text. */
function visibleTexts(length: number): string[] {
  const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  const visible = characters.filter((character) => visibleText(character) === character);
  return Array.from({ length: Math.ceil(visible.length / length) }, (_, index) =>
    visible.slice(index * length, (index + 1) * length).join(""),
  );
}

test("the width of every visible character is the formatter's", async () => {
  /** A statement on one line that is just short enough, and one that is just too long. */
  const nearLimit = (text: string) =>
    [100, 101].map((width) => {
      const padding = "x".repeat(width - textWidth(`f(${literal(text)});`));
      return statement(call("f", [literal(text + padding)]));
    });
  const texts = visibleTexts(24);
  expect(texts.length).toBeGreaterThan(5000);
  expect(await checkSources([`${texts.flatMap(nearLimit).join("\n")}\n`])).toBe(nothingReported);
});

test("the formatter reports a statement that is in another layout", async () => {
  expect(await checkSources(['f("a");\n', "f('a');\n"])).toMatch(/title=format,file=\S+1\.ts/);
});
