import { isObject } from "../shared/json";
import { characters } from "./formats";
import type { Schema } from "./packageSchema";
import { hasSecret } from "./secrets";
import { didYouMean } from "./suggestion";
import { branchOf } from "./traverse";
import type { Violation } from "./validate";

/** Where an error is: the keys that lead there, what is allowed and what is given. */
export interface Place {
  keys: string[];
  schema: Schema;
  data: unknown;
  /** What the state holds here, where the object exists. */
  olds: unknown;
  /** What is no input here since the service sets it. */
  outputs: Schema;
  /** Nothing that is given here may be quoted: no value, and no name but the schema's. */
  secret: boolean;
}

/** One error of ajv as people read it: the path, the rule and, for a near miss, what was meant. */
export function describe(error: Violation, place: Place): string {
  const { schema, data, secret } = place;
  const path = pathOf(place.keys);
  const actual = (value: string) => (secret ? "" : `, not ${value}`);
  switch (error.keyword) {
    case "required":
      return describeMissing(error.params.missingProperty, place);
    case "additionalProperties":
      return describeExtra(error.params.additionalProperty, place);
    case "discriminator":
      return describeTag(error.params.tag, place);
    case "enum":
      return `${path} must be ${oneOf(schema.enum ?? [], data, schema.title)}`;
    case "const":
      return `${path} must be ${oneOf([schema.const ?? ""], data)}`;
    case "type":
      return `${path || "it"} must be ${a[error.params.type as keyof typeof a]}, not ${typeName(data, secret || hasSecret(schema))}`;
    case "minLength":
    case "maxLength":
      return `${path} must ${lengthRule(schema, characters(String(data)))}`;
    case "minimum":
    case "maximum":
      return `${path} must be ${range(schema.minimum, schema.maximum)}${actual(numeral(Number(data)))}`;
    case "minItems":
      return `${path} must have ${range(schema.minItems)} item`;
    case "uniqueItems":
      return `${path} must name each item once: items ${error.params.j} and ${error.params.i} are alike`;
    default:
      return `${path} ${schema.errorMessage}${didYouMean(data, schema.examples ?? [])}`;
  }
}

/** `subscriptions[0].eventType`, as people write it; an odd or endless key in quotes, cut. */
function pathOf(keys: string[]): string {
  const parts = keys.map((key, index) => {
    if (/^\d{1,9}$/.test(key)) return `[${key}]`;
    const name = /^[\w$-]{1,60}$/.test(key) ? key : JSON.stringify(key.slice(0, 60));
    return index > 0 ? `.${name}` : name;
  });
  return parts.join("");
}

/** ` with method basic`, where a tag decides what is needed. */
function chosen({ schema, data }: Place): string {
  const tag = schema.discriminator?.propertyName;
  return tag && isObject(data) ? ` with ${tag} ${data[tag]}` : "";
}

const notInState =
  "; the state does not hold it, since an update was interrupted or the object was adopted without it: give it in the program and, where ignoreChanges covers it, run `pulumi up` once without ignoreChanges";

/** Where `ignoreChanges` covers it, the engine removes what the program gives and the state lacks. */
function describeMissing(key: string, place: Place): string {
  const { keys, schema, data, olds } = place;
  const lost =
    isObject(data) &&
    isObject(olds) &&
    branchOf(schema, data) === branchOf(schema, olds) &&
    !Object.hasOwn(olds, key);
  return `${pathOf([...keys, key])} is required${chosen(place)}${lost ? notInState : ""}`;
}

function describeExtra(key: string, place: Place): string {
  const path = pathOf([...place.keys, key]);
  const { keys, schema, data, outputs, secret } = place;
  if (Object.hasOwn(outputs.properties ?? {}, key)) {
    return `${path} is an output, set by the service; it cannot be an input`;
  }
  const owns = ({ properties = {} }: Schema) => Object.hasOwn(properties, key);
  const tag = schema.discriminator?.propertyName ?? "";
  const owners = (schema.oneOf ?? []).filter(owns).map((branch) => branch.properties?.[tag]?.const);
  if (owners.length > 0) {
    return `${path} does not go${chosen(place)}; it goes with ${tag} ${list(owners, "or")}`;
  }
  const known = Object.keys((isObject(data) && branchOf(schema, data)?.properties) || {});
  const meant = didYouMean(key, known);
  const what = secret
    ? `${pathOf(keys) || "it"} has a property that does not exist`
    : `${path} is no property`;
  return `${what}${meant || `; known here: ${list(known, "and")}`}`;
}

function describeTag(tag: string, { keys, schema, data }: Place): string {
  const path = pathOf([...keys, tag]);
  const tags = (schema.oneOf ?? []).map((branch) => branch.properties?.[tag]?.const ?? "");
  const given = isObject(data) ? data[tag] : undefined;
  if (given === undefined) return `${path} is required: ${list(tags, "or")}`;
  return `${path} must be ${oneOf(tags, given)}`;
}

/** Longer lists would bury the suggestion. */
const shortList = 6;

function oneOf(allowed: string[], given: unknown, title?: string): string {
  const meant = allowed.length > 1 ? didYouMean(given, allowed) : "";
  if (meant && allowed.length > shortList) {
    return `one of the ${allowed.length} values of ${title}${meant}`;
  }
  return `${list(allowed, "or")}${meant}`;
}

function list(items: (string | undefined)[], word: "and" | "or"): string {
  const [last, ...others] = [...items].reverse();
  return others.length === 0 ? `${last}` : `${others.reverse().join(", ")} ${word} ${last}`;
}

const a = {
  array: "an array",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

function typeName(data: unknown, secret: boolean): string {
  if (data === null) return "null";
  if (Array.isArray(data)) return a.array;
  if (typeof data === "number" && secret) return Number.isInteger(data) ? a.number : "a fraction";
  if (typeof data === "boolean" && secret) return "a boolean";
  if (typeof data === "number" || typeof data === "boolean") return `${data}`;
  return typeof data === "string" ? a.string : a.object;
}

function lengthRule({ minLength: min = 0, maxLength: max }: Schema, length: number): string {
  if (length === 0 && min === 1 && max === undefined) return "not be empty";
  const span =
    min === max ? numeral(min) : min === 0 ? `at most ${numeral(max ?? 0)}` : range(min, max);
  return `have ${span.replace("from ", "")} characters, not ${numeral(length)}`;
}

/** `10,000`; Intl would cost every start 10 ms. */
const numeral = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

function range(min = 0, max?: number): string {
  return max === undefined ? `at least ${numeral(min)}` : `from ${numeral(min)} to ${numeral(max)}`;
}
