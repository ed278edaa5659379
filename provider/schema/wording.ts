/** `basic, bearer, or custom_header`. */
export function joinWords(items: (string | undefined)[], conjunction: "and" | "or"): string {
  if (items.length < 2) return `${items[0]}`;
  const comma = items.length > 2 ? "," : "";
  return `${items.slice(0, -1).join(", ")}${comma} ${conjunction} ${items.at(-1)}`;
}

/** A text with a period, unless it ends with another mark. */
export const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** `10,000`. `Intl.NumberFormat` would add 10 ms to the start of every process. */
export const numeral = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** `from 0 to 10,000`, or `at least 1`. */
export function range(min = 0, max?: number): string {
  if (max === undefined) return `at least ${numeral(min)}`;
  return `from ${numeral(min)} to ${numeral(max)}`;
}

/** `have 1 to 128 characters, not 0`. */
export function lengthRule(min = 0, max: number | undefined, length: number): string {
  if (length === 0 && min === 1 && max === undefined) return "not be empty";
  return `have ${characterCount(min, max)} characters, not ${numeral(length)}`;
}

function characterCount(min: number, max: number | undefined): string {
  if (max === undefined) return `at least ${numeral(min)}`;
  if (min === max) return numeral(min);
  return min === 0 ? `at most ${numeral(max)}` : `${numeral(min)} to ${numeral(max)}`;
}

/** The types of JSON Schema, in the words of messages. */
export const typeNames = {
  array: "an array",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** What a value of a wrong type is; a number or a boolean is quoted unless it is confidential. */
export function valueText(value: unknown, confidential: boolean): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return typeNames.array;
  switch (typeof value) {
    case "string":
      return typeNames.string;
    case "number":
      if (!confidential) return `${value}`;
      return Number.isInteger(value) ? typeNames.number : "a fraction";
    case "boolean":
      return confidential ? "a boolean" : `${value}`;
    default:
      return typeNames.object;
  }
}
