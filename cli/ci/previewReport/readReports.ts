import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isObject, maxDepth, type Props } from "../../../provider/shared/json";
import { isStackName } from "../stackName";
import type { PreviewReport } from "./report";

/** Why there is nothing to show of a stack. */
export interface MissingReport {
  /** By the name of the file: the pipelines write `<stack>.json`. */
  stack: string;
  file: string;
  /** The rest of a sentence that starts with the file; without texts from outside. */
  reason: string;
}

export const isMissing = (report: PreviewReport | MissingReport): report is MissingReport =>
  "reason" in report;

/** Reads reports; one that cannot be read is missing, and the others are still shown. */
export const readReports = (files: string[]): (PreviewReport | MissingReport)[] =>
  files.map((file) => {
    const report = readReport(file);
    return typeof report === "string"
      ? { stack: basename(file, ".json"), file, reason: report }
      : report;
  });

function readReport(file: string): PreviewReport | string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? "is missing: the preview ended before it wrote the report"
      : `cannot be read (${code})`;
  }
  try {
    return checkReport(JSON.parse(text));
  } catch {
    return "is not complete JSON: the preview was stopped while it wrote the report";
  }
}

function checkReport(json: unknown): PreviewReport | string {
  if (!isObject(json)) return "is no report of `ci preview`";
  if (Number.isInteger(json.version) && json.version !== 1) {
    return `is of version ${json.version}, and this command reads version 1: install the same version of pulumi-auth0-native in both jobs`;
  }
  const malformed = Object.keys(reportForm).find((key) => !reportForm[key]?.(json[key]));
  if (malformed !== undefined) {
    return `is no report of \`ci preview\`: its property \`${malformed}\` is missing or malformed`;
  }
  return json as unknown as PreviewReport;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const form =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.keys(checks).every((key) => checks[key]?.((value as Props)[key]));

/** The engine's name of an operation, which stands in the comment as it is. */
const isOperation: Check = (value) => typeof value === "string" && /^[a-z-]{1,30}$/.test(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isFlag = optional((value) => value === true);

/** JSON.stringify fails for a value that is nested some thousand levels deep. */
const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== "object" ||
  value === null ||
  (depth < maxDepth && Object.values(value).every((child) => isShallow(child, depth + 1)));

const isProperty = form({
  path: isText,
  before: (value) => isShallow(value),
  after: (value) => isShallow(value),
  unknown: isFlag,
  replaces: isFlag,
});
const isChange = form({
  urn: isText,
  type: isText,
  name: isText,
  op: isOperation,
  id: optional(isText),
  properties: listOf(isProperty),
  lost: optional(isText),
});

const reportForm: Record<string, Check> = {
  version: (value) => value === 1,
  generator: isText,
  stack: (value) => typeof value === "string" && isStackName(value),
  result: (value) => value === "changes" || value === "unchanged" || value === "failed",
  counts: (value) =>
    isObject(value) && Object.entries(value).every(([op, n]) => isOperation(op) && isCount(n)),
  objects: listOf(isChange),
  problems: listOf(form({ message: isText, urn: optional(isText) })),
  output: isText,
};
