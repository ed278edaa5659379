import { escapeCharacter, escapeInvisible } from "../../shared/text";
import { textWidth } from "./textWidth";

// Source code of TypeScript in the layout that Biome's formatter gives it, for the few forms of
// expressions that a generated program has.

/** The settings `lineWidth` and `indentWidth` of the formatter. */
const lineWidth = 100;
const indentation = "  ";

/** An expression: a literal, or a list of items between brackets, which can take several lines. */
export type Expression = string | Bracketed;

interface Bracketed {
  open: string;
  items: Item[];
  close: string;
  /** All of it on one line. */
  oneLine: string;
}

/** An item of a list; a property of an object has a key. */
interface Item {
  key?: string;
  value: Expression;
}

/** An object of these properties. */
export const object = (properties: [key: string, value: Expression][]): Expression =>
  bracketed(
    "{",
    properties.map(([key, value]) => ({ key: keySource(key), value })),
    "}",
    " ",
  );

export const array = (values: Expression[]): Expression => bracketed("[", itemsOf(values), "]");

/** A call of a function, or of a constructor with `new`. */
export const call = (callee: string, args: Expression[]): Expression =>
  bracketed(`${callee}(`, itemsOf(args), ")");

const itemsOf = (values: Expression[]): Item[] => values.map((value) => ({ value }));

function bracketed(open: string, items: Item[], close: string, padding = ""): Bracketed {
  const list = items.map(({ key, value }) => `${keyPrefix(key)}${onOneLine(value)}`).join(", ");
  const oneLine = list === "" ? open + close : open + padding + list + padding + close;
  return { open, items, close, oneLine };
}

const onOneLine = (expression: Expression) =>
  typeof expression === "string" ? expression : expression.oneLine;

const keyPrefix = (key: string | undefined) => (key === undefined ? "" : `${key}: `);

/** An expression as a statement. */
export const statement = (expression: Expression): string => `${layout(expression, "", "")};`;

/** The text of an expression that stands after a prefix and before one more character. */
function layout(expression: Expression, indent: string, prefix: string): string {
  if (typeof expression === "string") return expression;
  const { open, items, close, oneLine } = expression;
  if (items.length === 0 || fits(indent + prefix + oneLine)) return oneLine;
  const inner = indent + indentation;
  const lines = items.map((item) => `${inner}${itemLayout(item, inner)},\n`);
  return `${open}\n${lines.join("")}${indent}${close}`;
}

function itemLayout({ key, value }: Item, indent: string): string {
  const prefix = keyPrefix(key);
  const source = layout(value, indent, prefix);
  const breaksAfterKey = isString(value) && key !== undefined && !isShort(key);
  return breaksAfterKey && !fits(indent + prefix + source)
    ? `${key}:\n${indent}${indentation}${source}`
    : prefix + source;
}

/** A comma or a semicolon follows. */
const fits = (line: string) => textWidth(line) < lineWidth;

const isString = (expression: Expression) =>
  typeof expression === "string" && /^["']/.test(expression);

/** The formatter breaks the line only after a key that is at least three columns wider than the indent. */
const isShort = (key: string) => textWidth(key) < indentation.length + 3;

/** As an identifier or as a string, `__proto__` would set the prototype. */
function keySource(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key);
}

/**
 * Spaces other than U+0020, a Braille pattern without dots (U+2800), format characters, and code points
 * that fonts do not know. And U+17D8, the only character that takes three columns. Characters that join
 * letters stay, as in `escapeInvisible`.
 */
const unclear = /(?![ \u200c\u200d])[\p{Zs}\p{Cf}\p{Co}\p{Cn}\u17d8\u2800]/gu;

/** A visible text on one line, with escapes as in a string literal. */
export const visibleText = (text: string): string =>
  escapeInvisible(text).replace(unclear, escapeCharacter);

/** A literal that evaluates to exactly this value. */
export function literal(value: string | number | boolean | null): string {
  if (typeof value !== "string") return String(value);
  const quote = count(value, '"') > count(value, "'") ? "'" : '"';
  const escaped = value.replace(/[\\"']|\$(?=\{)/g, (character) => {
    // The linter takes `${}` in a string for a template that lacks its backquotes.
    if (character === "$") return "\\u0024";
    return character === "\\" || character === quote ? `\\${character}` : character;
  });
  return quote + visibleText(escaped) + quote;
}

const count = (text: string, character: string) => text.split(character).length - 1;
