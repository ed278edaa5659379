import type { Json } from "../shared/json";
import { redact } from "../shared/redact";
import type { Schema } from "./packageSchema";
import { pathText } from "./path";
import { isPlaceholder } from "./placeholder";
import { secretTexts } from "./secrets";
import { containsUnknown, isUnknown } from "./unknown";
import { describe, describeUnknownValue } from "./validationMessage";
import * as generated from "./validators.generated";
import { type AjvError, type Location, locate, type Violation } from "./violation";
import { visit } from "./walk";

// Checks values against the rules of schema.json, such as the `maximum` of a policy's `limit`. No rule
// is written here: `npm run generate` compiles all of them to validators.generated.ts.

/** A validator as ajv compiles it: it sets its property `errors`. */
type Compiled = ((value: unknown) => boolean) & { errors?: AjvError[] | null };

const compiledByTitle = generated as unknown as Partial<Record<string, Compiled>>;

/**
 * Returns one message for each rule that a value breaks. A message never contains a secret.
 * `olds` are the inputs in the state, where the object exists. With `unknownValues`, a value that an open
 * enumeration does not have is no error: a message about it is added there.
 */
export type Validator = (value: unknown, olds?: unknown, unknownValues?: string[]) => string[];

interface Options {
  /**
   * Whether messages may quote values that the schema does not mark secret. False where secret
   * Outputs arrive as plain values, since any value may be one. @default true
   */
  quoteValues?: boolean;
  /** Whether the value is part of a secret, such as a JSON document within a text. @default false */
  isSecret?: boolean;
  /** Whether properties may still be added, so that a missing one is no violation. @default false */
  isPartial?: boolean;
}

/** A validator for values of a schema, which is found among the compiled ones by its title. */
export function validator(
  schema: Schema,
  { quoteValues = true, isSecret = false, isPartial = false }: Options = {},
): Validator {
  const start = {
    path: [],
    schema,
    confidential: !quoteValues || isSecret,
    secret: isSecret,
  };
  return (value, olds, unknownValues) => {
    const root: Location = { ...start, value, oldValue: olds };
    const violations = violationsOf(root).filter(isCertain);
    const remaining = isPartial ? violations.filter((each) => !isOfMissing(each)) : violations;
    const passed = unknownValues ? remaining.filter(isOfOpenEnum) : [];
    unknownValues?.push(...passed.map((each) => describeUnknownValue(schema.title, each)));
    const messages = remaining.filter((each) => !passed.includes(each)).map(describe);
    const inDocuments = documentMessages(schema, value, start.confidential);
    return [...new Set([...messages, ...inDocuments])];
  };
}

function violationsOf(root: Location): Violation[] {
  const errors = errorsOf(root.schema, root.value);
  return errors.map((error) => {
    const location = locate(error, root);
    const secret = location.secret || keyRepeatsSecret(error, root);
    return { error, location: { ...location, secret } };
  });
}

function errorsOf({ title = "" }: Schema, value: unknown): AjvError[] {
  const validate = compiledByTitle[title];
  if (!validate) throw new Error(`${title} is not compiled. Run \`npm run generate\`.`);
  validate(value);
  return validate.errors ?? [];
}

/** Whether an undeclared key contains a secret of the value, as after `{ [password]: true }`. */
function keyRepeatsSecret(error: AjvError, { schema, value }: Location): boolean {
  if (error.keyword !== "additionalProperties") return false;
  const { additionalProperty: key } = error.params;
  return redact(key, secretTexts(schema, value)) !== key;
}

/**
 * Whether a violation remains once all values are known. In a preview a string takes the place of an
 * unknown value, and breaks rules that the real value may keep; Pulumi checks again in the update.
 */
function isCertain({ error, location }: Violation): boolean {
  switch (error.keyword) {
    case "required":
    case "additionalProperties":
      // Certain beside unknown values too: only the branch that the discriminator chose reports.
      return true;
    case "discriminator":
      return !containsUnknown(error.params.tagValue);
    case "enum":
      // A value of another type already breaks the rule `type`.
      return typeof location.value === "string" && !isUnknown(location.value);
    case "uniqueItems":
      return !containsUnknown((location.value as unknown[])[error.params.i]);
    default:
      return !containsUnknown(location.value);
  }
}

const isOfOpenEnum = ({ error, location }: Violation): boolean =>
  error.keyword === "enum" && location.schema.openEnum === true;

function isOfMissing({ error }: Violation): boolean {
  if (error.keyword === "discriminator") return error.params.tagValue === undefined;
  return error.keyword === "required";
}

/** Messages about JSON documents within strings (`contentSchema`). */
function documentMessages(schema: Schema, value: unknown, confidential: boolean): string[] {
  return visit(schema, (value ?? null) as Json).flatMap((place) => {
    const { contentSchema } = place.schema;
    const text = place.value;
    // An empty text breaks its own rule, and a placeholder is what `withImportPlaceholders` reports.
    if (!contentSchema || typeof text !== "string" || text === "") return [];
    if (isUnknown(text) || isPlaceholder(text)) return [];
    const validate = validator(contentSchema, { isSecret: confidential || place.isSecret });
    const path = pathText(place.path);
    try {
      return validate(JSON.parse(text)).map((message) => `${path}, as JSON: ${message}`);
    } catch {
      // A document that is nested deeper than the call stack fails here, too.
      return [`${path} must be JSON. Pass the complete text of the file, not its path.`];
    }
  });
}
