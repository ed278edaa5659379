import { isDeepStrictEqual } from "node:util";
import { docsUrl } from "../shared/command";
import { isObject } from "../shared/json";
import { codePointCount } from "./formats";
import { pathText } from "./path";
import { hasSecret } from "./secrets";
import { didYouMean } from "./suggestion";
import type { Location, Violation } from "./violation";
import { branchesOf, branchOf, propertiesFor } from "./walk";
import { joinWords, lengthRule, numeral, range, typeNames, valueText } from "./wording";

/** A violation: the path, the rule, and where it helps, what to do. A rule alone has no period. */
export function describe({ error, location }: Violation): string {
  const { schema, value } = location;
  const path = pathText(location.path);
  switch (error.keyword) {
    case "required":
      return missingProperty(error.params.missingProperty, location);
    case "additionalProperties":
      return undeclaredProperty(error.params.additionalProperty, location);
    case "discriminator":
      return wrongDiscriminator(error.params.tag, location);
    case "enum":
      return `${path} must be ${choice(schema.enum ?? [], value, schema.title)}${schema.openEnum ? newerValue : ""}`;
    case "const":
      return `${path} must be ${choice([schema.const ?? ""], value)}`;
    case "type":
      return wrongType(error.params.type as keyof typeof typeNames, location);
    case "minLength":
    case "maxLength":
      return wrongLength(location);
    case "minimum":
    case "maximum":
      return outOfRange(location);
    case "minItems":
      return `${path} must have ${range(schema.minItems)} item`;
    case "uniqueItems":
      return repeatedItem(error.params, location);
    default:
      return `${path} ${schema.errorMessage}${didYouMean(value, schema.examples ?? [])}`;
  }
}

/** A warning about a value that an open enumeration does not have. Users search for what it begins with. */
export function describeUnknownValue(root = "", { location }: Violation): string {
  const { title, enum: known = [] } = location.schema;
  const rule = `isn't one of the ${known.length} ${title} values that this version recognizes`;
  return `[unknown-value] ${root}: ${pathText(location.path)} ${rule}${didYouMean(location.value, known)}`;
}

function wrongType(
  expected: keyof typeof typeNames,
  { path, schema, value, confidential }: Location,
) {
  const hidden = confidential || hasSecret(schema);
  const isNumber = expected === "integer" || expected === "number";
  // Numbers of a stack's configuration are texts.
  const isQuoted = isNumber && typeof value === "string" && !hidden;
  const actual = isQuoted ? JSON.stringify(value) : valueText(value, hidden);
  return `${pathText(path) || "the value"} must be ${typeNames[expected]}, not ${actual}`;
}

function wrongLength({ path, schema, value }: Location): string {
  const length = codePointCount(String(value));
  return `${pathText(path)} must ${lengthRule(schema.minLength, schema.maxLength, length)}`;
}

function outOfRange({ path, schema, value, confidential }: Location): string {
  const rule = `${pathText(path)} must be ${range(schema.minimum, schema.maximum)}`;
  return confidential ? rule : `${rule}, not ${numeral(Number(value))}`;
}

function repeatedItem({ i, j }: { i: number; j: number }, { path }: Location): string {
  return `${pathText(path)} must not repeat an item, but items ${j} and ${i} are equal`;
}

const notInState =
  ". The state doesn't have it, because an update was interrupted or the object was adopted without it.\n" +
  "Set it in the program.\nIf ignoreChanges covers it, run `pulumi up` once without ignoreChanges.";

function missingProperty(key: string, location: Location): string {
  const rule = `${pathText([...location.path, key])} is required${withDiscriminator(location)}`;
  // For a path in `ignoreChanges`, Pulumi replaces the program's value by the one in the state.
  return isMissingInState(key, location) ? `${rule}${notInState}` : rule;
}

function isMissingInState(key: string, { schema, value, oldValue }: Location): boolean {
  if (!isObject(value) || !isObject(oldValue)) return false;
  if (branchOf(schema, value) !== branchOf(schema, oldValue)) return false;
  return !Object.hasOwn(oldValue, key);
}

/** A program may pass any text as a key. */
const maxShownKey = 60;

const undeclaredProperty = (key: string, location: Location): string =>
  `${undeclared(key, location)}${adviceIfInState(key, location)}`;

function undeclared(key: string, location: Location): string {
  const { path, schema, value } = location;
  const keyPath = pathText([...path, key.slice(0, maxShownKey)]);
  const discriminator = schema.discriminator?.propertyName ?? "";
  const otherBranches = discriminatorsOfBranchesWith(key, location);
  if (otherBranches.length > 0) {
    return `${keyPath} is not allowed${withDiscriminator(location)}. It belongs to ${discriminator} ${joinWords(otherBranches, "or")}.`;
  }

  const validKeys = isObject(value) ? Object.keys(propertiesFor(schema, value)) : [];
  const allKeys = validKeys.length > 0 ? `. Valid properties: ${joinWords(validKeys, "and")}.` : "";
  const advice = didYouMean(key, validKeys) || allKeys;
  if (mayBeSecret(key, location)) {
    const where = path.length > 0 ? `${pathText(path)} contains` : "the arguments contain";
    return `${where} an unknown property (its name may be a secret, so it isn't shown)${advice}`;
  }
  return `${keyPath} is not a property${advice}`;
}

/** What `ignoreChanges` copies from the state may not fit the rest of the program's value. */
function adviceIfInState(key: string, { schema, value, oldValue }: Location): string {
  if (!isObject(value) || !isObject(oldValue)) return "";
  const tag = schema.discriminator?.propertyName ?? "";
  const kept = [key, tag].find((each) => isDeepStrictEqual(value[each] ?? null, oldValue[each]));
  if (kept === undefined) return "";
  return `\nIf ignoreChanges covers ${kept === key ? "it" : kept}, remove that entry, because it keeps the state's value.`;
}

/** Policies and transformations add this key to every resource, so it's no secret, and no schema has it. */
const knownAddition = "tags";

/** Somebody may type a secret as a key, where a secret belongs. */
function mayBeSecret(key: string, { schema, confidential, secret }: Location): boolean {
  return secret || (confidential && hasSecret(schema) && key !== knownAddition);
}

/** The discriminator values of the branches that declare a property. */
function discriminatorsOfBranchesWith(key: string, { schema }: Location): (string | undefined)[] {
  const { oneOf = [], discriminator } = schema;
  return oneOf
    .filter(({ properties = {} }) => Object.hasOwn(properties, key))
    .map(({ properties = {} }) => properties[discriminator?.propertyName ?? ""]?.const);
}

/** ` with method basic`, where the discriminator decides which properties are allowed. */
function withDiscriminator({ schema, value }: Location): string {
  const key = schema.discriminator?.propertyName;
  return key && isObject(value) ? ` with ${key} ${value[key]}` : "";
}

function wrongDiscriminator(key: string, { path, schema, value }: Location): string {
  const keyPath = pathText([...path, key]);
  const allowed = branchesOf(schema).map(({ properties }) => properties?.[key]?.const ?? "");
  const actual = isObject(value) ? value[key] : undefined;
  if (actual === undefined) return `${keyPath} is required: ${joinWords(allowed, "or")}`;
  return `${keyPath} must be ${choice(allowed, actual)}`;
}

/** With more values than this, a list would hide the suggestion that follows it. */
const maxListedValues = 6;

const newerValue =
  "\nIf Auth0 has a newer value, set unknownValues to warn. " +
  `More: ${docsUrl}/troubleshooting.md#must-be-one-of`;

function choice(allowed: string[], value: unknown, title?: string): string {
  const suggestion = allowed.length > 1 ? didYouMean(value, allowed) : "";
  if (suggestion && allowed.length > maxListedValues) {
    return `one of the ${allowed.length} values of ${title}${suggestion}`;
  }
  return `${joinWords(allowed, "or")}${suggestion}`;
}
