import fc from "fast-check";
import { hostileTexts } from "../drift/driftReports";

const signs = [
  ..."<>&\"'`|\\[]()!#@*_~$-=:;./ \n\r\t\u0000\u202E\u2028",
  "<br>",
  "--",
  "```",
  "&#124;",
];

/** Short texts with the syntax of HTML, Markdown and terminals, which a page must show as text. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts.filter(({ length }) => length < 60)),
  fc
    .array(fc.constantFrom(...signs, "a", "script"), { maxLength: 12 })
    .map((some) => some.join("")),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** A harmless text with the same layout: the characters that allow a line break stay. */
export const harmlessText = (text: string): string => text.replace(/[^\s.\]|]/gu, "x");
