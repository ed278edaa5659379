import type { DefinedError } from "ajv";
import { isObject } from "../shared/json";
import { redact } from "../shared/redact";
import type { Schema } from "./packageSchema";
import { secretTexts } from "./secrets";
import { branchOf } from "./traverse";
import { containsUnknown, isUnknown } from "./unknown";
import { describe, type Place } from "./validationMessage";
import * as generated from "./validators.generated";

/** What ajv reports of a value. */
export type Violation = DefinedError;

type Compiled = ((value: unknown) => boolean) & { errors?: Violation[] | null };

const validators = generated as unknown as Partial<Record<string, Compiled>>;

/** The input of a resource whose class has told what is wrong: the engine need only refuse it. */
export const reportedBySdkKey = "__told";

/**
 * Says what is wrong with a value, a sentence each: nothing of it but names, lengths and numbers.
 * `olds` is what the state holds of it, where the object exists.
 */
export type Validator = (value: unknown, olds?: unknown) => string[];

interface Options {
  /** What the schema might be mistaken to take. */
  outputs?: Schema;
  /** Not where any value may be secret: then no sentence quotes one. Default true. */
  quoteValues?: boolean;
}

/** For what the schema takes. */
export function validator(
  schema: Schema,
  { outputs = {}, quoteValues = true }: Options = {},
): Validator {
  const secret = !quoteValues;
  const { title = "" } = schema;
  return (data, olds) => {
    const validate = validators[title];
    if (!validate) throw new Error(`${title} is not compiled: run \`npm run generate\``);
    validate(data);
    const root: Place = { keys: [], schema, data, olds, outputs, secret };
    const found = (validate.errors ?? [])
      .map((error) => ({ error, place: placeOf(error, root) }))
      .filter(isCertain)
      .map(({ error, place }) => describe(error, place));
    return [...new Set([...found, ...contentProblems(schema, data, "", secret)])];
  };
}

/** Whether an error is about a property whose name repeats a secret from beside it. */
function namesSecret({ keyword, params }: Violation, { schema, data }: Place): boolean {
  if (keyword !== "additionalProperties") return false;
  const { additionalProperty: name } = params;
  return redact(name, secretTexts(schema, data)) !== name;
}

/** Where in schema and value an error is; all but the tags of unions are found by walking down. */
function placeOf(error: Violation, root: Place): Place {
  const place = error.instancePath.split("/").slice(1).reduce(placeBelow, root);
  return { ...place, secret: place.secret || namesSecret(error, root) };
}

function placeBelow({ keys, schema, data, olds, secret }: Place, key: string): Place {
  const shape = isObject(data) ? branchOf(schema, data) : schema;
  const next = (Array.isArray(data) ? schema.items : shape?.properties?.[key]) ?? {};
  const child = (value: unknown) => (isObject(value) ? value[key] : undefined);
  return {
    keys: [...keys, key],
    schema: next,
    data: (data as Record<string, unknown>)[key],
    olds: child(olds),
    outputs: {},
    secret: secret || next.secret === true,
  };
}

/**
 * What is not known yet is checked again when it is. Missing and superfluous keys are wrong
 * whatever their neighbours turn out to be: with a discriminator, only the chosen branch reports.
 */
function isCertain({ error, place }: { error: Violation; place: Place }): boolean {
  const { keyword, params } = error;
  if (keyword === "required" || keyword === "additionalProperties") return true;
  if (keyword === "discriminator") return !containsUnknown(params.tagValue);
  // A wrong type is said already.
  if (keyword === "enum" && typeof place.data !== "string") return false;
  if (keyword === "uniqueItems") return !containsUnknown((place.data as unknown[])[params.i]);
  return !containsUnknown(place.data);
}

/** Text that begins as a JSON object does, be it encoded twice. */
const looksLikeJson = /^\s*"?\{/;

/** What is wrong within text that holds a document (`contentSchema`), where it looks like one. */
function contentProblems(schema: Schema, value: unknown, path: string, within: boolean): string[] {
  const { contentSchema, properties = {} } = schema;
  const secret = within || schema.secret === true;
  if (isObject(value)) {
    return Object.entries(properties).flatMap(([key, property]) =>
      contentProblems(property, value[key], path ? `${path}.${key}` : key, secret),
    );
  }
  if (!contentSchema || typeof value !== "string") return [];
  if (isUnknown(value) || !looksLikeJson.test(value)) return [];
  const inside = validator(contentSchema, { quoteValues: !secret });
  try {
    return inside(JSON.parse(value)).map((problem) => `${path}, as JSON: ${problem}`);
  } catch {
    return [`${path} begins as JSON does, but is not valid JSON; give the file's whole text`];
  }
}
