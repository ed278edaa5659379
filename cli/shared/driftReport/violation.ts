import { isObject, type Json, maxDepth, ownProperty } from "../../../provider/shared/json";
import driftReportSchema from "../../drift-report.schema.json";

/** The keywords of drift-report.schema.json that decide. */
interface Schema {
  $ref?: string;
  type?: string;
  const?: Json;
  enum?: Json[];
  format?: string;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

const { $defs: definitions, ...root } = driftReportSchema as Schema & {
  $defs: Record<string, Schema>;
};

/** With the lists around an expected or a live value. */
const maxReportDepth = maxDepth + 10;

/** The first place where a value is no drift report, and why; undefined for a report. */
export function violation(report: Json): string | undefined {
  const found = check(root, report, "");
  // Properties that the schema does not have are ignored, but JSON.stringify walks through them.
  if (found !== undefined || !isDeeperThan(report, maxReportDepth)) return found;
  return `the report must be nested at most ${maxReportDepth} levels deep`;
}

// Properties that the schema does not have are ignored: a newer version can add some.
function check(schema: Schema, value: Json, path: string): string | undefined {
  const { $ref, ...rules } = schema;
  const resolved = { ...definitions[$ref?.replace("#/$defs/", "") ?? ""], ...rules };
  const expected = expectation(resolved, value);
  if (expected !== undefined) return `${path || "the report"} must be ${expected}`;
  if (Array.isArray(value) && resolved.items) return checkItems(resolved.items, value, path);
  if (isObject(value) && resolved.properties) return checkProperties(resolved, value, path);
  return undefined;
}

/** What a value has to be instead; undefined if it is right, apart from what it contains. */
function expectation(schema: Schema, value: Json): string | undefined {
  const { const: only, enum: allowed = only === undefined ? undefined : [only] } = schema;
  if (allowed) return allowed.includes(value) ? undefined : allowed.map(quoted).join(" or ");
  switch (schema.type) {
    case "object":
      return isObject(value) ? undefined : "an object";
    case "array":
      return Array.isArray(value) ? undefined : "a list";
    case "string":
      return stringExpectation(schema, value);
    case "integer":
      return isInteger(schema, value) ? undefined : integerText(schema);
    default:
      // An expected or a live value: any JSON that a renderer can walk through.
      return isDeeperThan(value, maxDepth) ? `nested at most ${maxDepth} levels deep` : undefined;
  }
}

const quoted = (value: Json) => JSON.stringify(value);

function stringExpectation({ format }: Schema, value: Json): string | undefined {
  if (typeof value !== "string") return "a string";
  const isTime = format !== "date-time" || !Number.isNaN(Date.parse(value));
  return isTime ? undefined : "a date and a time";
}

const isInteger = ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema, value: Json) =>
  Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;

const integerText = ({ minimum = 0, maximum }: Schema) =>
  `a whole number, ${minimum}${maximum === undefined ? " or more" : ` to ${maximum}`}`;

const isDeeperThan = (value: Json, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1)));

function checkItems(items: Schema, values: Json[], path: string): string | undefined {
  for (const [index, value] of values.entries()) {
    const found = check(items, value, `${path}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function checkProperties(
  { properties = {}, required = [] }: Schema,
  value: Record<string, Json>,
  path: string,
): string | undefined {
  for (const [key, property] of Object.entries(properties)) {
    const child = ownProperty(value, key);
    const childPath = path === "" ? key : `${path}.${key}`;
    if (child === undefined && required.includes(key)) return `${childPath} is missing`;
    const found = child === undefined ? undefined : check(property, child, childPath);
    if (found !== undefined) return found;
  }
  return undefined;
}
