import Ajv, { type DefinedError, type ErrorObject, type ValidateFunction } from "ajv";
import { isObject } from "./json";
import type { Schema } from "./schema";
import { containsUnknown } from "./unknown";

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

const ajv = new Ajv({
  allErrors: true,
  discriminator: true,
  verbose: true,
  formats: { "date-time": (text: string) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)) },
}).addVocabulary(["secret", "replaceOnChanges"]);

/** Says what is wrong with a value, a sentence each. Compiles only what a process checks. */
export function validator(schema: Schema): (value: unknown) => string[] {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.compile(schema);
    if (compiled(value)) return [];
    const errors = (compiled.errors ?? []).filter((error) => isCertain(error));
    return [...new Set(errors.map((error) => describe(error as DefinedError)))];
  };
}

/**
 * What is not known yet is checked again when it is. Missing and superfluous keys are wrong
 * whatever their neighbours turn out to be: with a discriminator, only the chosen branch reports.
 */
function isCertain({ keyword, data, params }: ErrorObject): boolean {
  if (keyword === "required" || keyword === "additionalProperties") return true;
  if (keyword === "discriminator") return !containsUnknown(params.tagValue);
  if (keyword === "uniqueItems") return !containsUnknown((data as unknown[])[params.i]);
  return !containsUnknown(data);
}

/** `/subscriptions/0/eventType` as people write it: `subscriptions[0].eventType`. */
function pathOf(instancePath: string, key?: string): string {
  const keys = [...instancePath.split("/").slice(1), ...(key === undefined ? [] : [key])];
  const parts = keys.map((part, index) => (index > 0 ? `.${part}` : part));
  return parts.join("").replace(/\.(\d+)(?=\.|$)/g, "[$1]");
}

function describe(error: DefinedError): string {
  const schema = (error.parentSchema ?? {}) as Schema;
  const path = pathOf(error.instancePath);
  switch (error.keyword) {
    case "required":
      return `${pathOf(error.instancePath, error.params.missingProperty)} is required`;
    case "additionalProperties": {
      const known = Object.keys(schema.properties ?? {}).join(", ");
      const extra = pathOf(error.instancePath, error.params.additionalProperty);
      return `${extra} is not a property; known here: ${known}`;
    }
    case "discriminator":
      return describeTag(error, schema);
    case "enum":
      return `${path} must be one of ${error.params.allowedValues.join(", ")}`;
    case "type":
      return `${path || "the value"} must be of type ${error.params.type}`;
    case "minItems":
      return `${path} must have at least ${error.params.limit} item(s)`;
    case "uniqueItems":
      return `${path} must name each item once: items ${error.params.j} and ${error.params.i} are alike`;
    default:
      return `${path} is not valid: ${schema.description}`;
  }
}

function describeTag({ instancePath, data, params }: ErrorObject, schema: Schema): string {
  const path = pathOf(instancePath, params.tag);
  const tags = schema.oneOf?.map((branch) => branch.properties?.[params.tag]?.const).join(", ");
  const missing = !isObject(data) || !(params.tag in data);
  return missing ? `${path} is required: one of ${tags}` : `${path} must be one of ${tags}`;
}
