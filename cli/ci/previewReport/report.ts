import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isObject, type Props } from "../../../provider/shared/json";
import type { Diagnostic } from "../../shared/diagnostic";
import { isStackName } from "../stackName";

/**
 * What a preview of one stack found; `ci comment` shows it. No text in it has a secret, but every text
 * may be hostile Markdown.
 */
export interface PreviewReport {
  version: 1;
  stack: string;
  result: "changes" | "unchanged" | "failed";
  /** The hosts of the tenants that an update would send requests to. Empty if the preview failed. */
  tenants: string[];
  /**
   * By operation, without those of which there are none: `create`, `update`, `replace`, `delete`, `same`.
   * Components count, the stack itself does not. Empty if the preview failed.
   */
  counts: Record<string, number>;
  /** Objects that are deleted or replaced, in the engine's order. Empty if the preview failed. */
  losses: Loss[];
  problems: Diagnostic[];
  /** What the Pulumi CLI printed, with visible characters only. */
  output: string;
}

export interface Loss {
  /** `EventStream`, or another package's type token. */
  kind: string;
  /** In the program. */
  name: string;
  id: string;
  /** For a replacement, the properties that cannot be changed in place. */
  replacedFor?: string[];
  /** What is lost with the object, or why nothing is; absent for a component. */
  lost?: string;
}

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
    const stack = basename(file, ".json");
    if (typeof report === "string") return { stack, file, reason: report };
    // The program runs in the job that writes the report, and could name another stack in it.
    return report.stack === stack ? report : { stack, file, reason: "is of another stack" };
  });

function readReport(file: string): PreviewReport | string {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    return isReport(report) ? report : "is no report of `ci preview` of this version";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return "is missing: the preview ended before it wrote the report";
    if (code !== undefined) return `cannot be read (${code})`;
    return "is not complete JSON: the preview was stopped while it wrote the report";
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const hasForm =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([key, check]) => check((value as Props)[key]));

/** The engine's names of operations stand in the comment as they are. */
const isCount: Check = (entry) =>
  Array.isArray(entry) && /^[a-z-]{1,30}$/.test(entry[0]) && Number.isSafeInteger(entry[1]);

/** A program that was previewed may have written the file itself. */
const isReport = hasForm({
  version: (value) => value === 1,
  stack: (value) => typeof value === "string" && isStackName(value),
  result: (value) => ["changes", "unchanged", "failed"].includes(String(value)),
  tenants: isListOf(isText),
  counts: (value) => isObject(value) && Object.entries(value).every(isCount),
  losses: isListOf(
    hasForm({
      kind: isText,
      name: isText,
      id: isText,
      lost: isAbsentOr(isText),
      replacedFor: isAbsentOr(isListOf(isText)),
    }),
  ),
  problems: isListOf(hasForm({ message: isText, urn: isAbsentOr(isText) })),
  output: isText,
}) as (value: unknown) => value is PreviewReport;
