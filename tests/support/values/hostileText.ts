import fc from "fast-check";
import { hostileTexts } from "../drift/driftReports";

const signs = [
  ..."<>&\"'`|\\[]()!#@*_~$-=:;./ \n\r\t\u0000\u202E\u2028",
  "<br>",
  "--",
  "```",
  "&#124;",
];

/** Short texts that mean to be more than text. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts.filter(({ length }) => length < 60)),
  fc
    .array(fc.constantFrom(...signs, "a", "script"), { maxLength: 12 })
    .map((some) => some.join("")),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** A harmless text that is laid out as this one is: it breaks where this one does. */
export const plain = (text: string): string => text.replace(/[^\s.\]|]/gu, "x");
