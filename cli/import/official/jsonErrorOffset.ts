/**
 * Where a text stops being JSON: the offset of the first character that cannot continue it, or the
 * text's length if it ends too early; undefined if it is JSON. The messages of `JSON.parse` quote the
 * text, which may be a secret, and often have no position.
 */
export function jsonErrorOffset(text: string): number | undefined {
  const scan = { text, offset: 0 };
  /** What closes the arrays and objects around the current place. */
  const closers: string[] = [];
  let expected: "value" | "value or ]" | "key" | "key or }" | "next" = "value";
  for (;;) {
    take(scan, whitespace);
    const character = text[scan.offset] ?? "";
    if (expected === "next") {
      const closer = closers.at(-1);
      if (closer === undefined) return scan.offset < text.length ? scan.offset : undefined;
      if (character !== closer && character !== ",") return scan.offset;
      scan.offset++;
      if (character === closer) closers.pop();
      else expected = closer === "}" ? "key" : "value";
    } else if (expected.endsWith(character) && (character === "]" || character === "}")) {
      scan.offset++;
      closers.pop();
      expected = "next";
    } else if (expected.startsWith("key")) {
      if (!takeString(scan)) return scan.offset;
      take(scan, whitespace);
      if (text[scan.offset] !== ":") return scan.offset;
      scan.offset++;
      expected = "value";
    } else if (character === "[" || character === "{") {
      scan.offset++;
      closers.push(character === "[" ? "]" : "}");
      expected = character === "[" ? "value or ]" : "key or }";
    } else {
      if (!takeScalar(scan, character)) return scan.offset;
      expected = "next";
    }
  }
}

interface Scan {
  text: string;
  offset: number;
}

const whitespace = /[ \t\n\r]*/y;
/** All but quotes, backslashes and control characters. */
const plainCharacters = /[ !#-[\]-\uffff]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const escapeStart = /\\(?:u[0-9a-fA-F]{0,3})?/y;
/** Also one that ends too early, such as `1.`: that does not end with a digit. */
const numberStart = /-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<=\d)[eE][+-]?\d*)?)?/y;

/** Moves behind what a pattern matches, and returns it. */
function take(scan: Scan, pattern: RegExp): string {
  pattern.lastIndex = scan.offset;
  const [match = ""] = pattern.exec(scan.text) ?? [];
  scan.offset += match.length;
  return match;
}

/** Moves behind a string, a number or a word; else to the character that it cannot have. */
function takeScalar(scan: Scan, character: string): boolean {
  if (character === '"') return takeString(scan);
  const word = ["true", "false", "null"].find((literal) => literal[0] === character);
  return word === undefined ? /\d$/.test(take(scan, numberStart)) : takeWord(scan, word);
}

function takeWord(scan: Scan, word: string): boolean {
  for (const character of word) {
    if (scan.text[scan.offset] !== character) return false;
    scan.offset++;
  }
  return true;
}

function takeString(scan: Scan): boolean {
  if (scan.text[scan.offset] !== '"') return false;
  scan.offset++;
  do take(scan, plainCharacters);
  while (take(scan, escapeSequence) !== "");
  if (scan.text[scan.offset] === '"') {
    scan.offset++;
    return true;
  }
  take(scan, escapeStart);
  return false;
}
