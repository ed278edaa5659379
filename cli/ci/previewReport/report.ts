import { basename } from "node:path";
import { isObject, type Json } from "../../../provider/shared/json";
import { count, type Form, oneOf, Rule, readReportFile, text } from "../../reports/readReports";
import type { Diagnostic } from "../../shared/diagnostic";
import { isStackName } from "../stackName";

/**
 * The result of a stack's preview, which `ci comment` shows. Its texts have no secrets, but every text may be
 * hostile Markdown.
 */
export interface PreviewReport {
  version: 1;
  stack: string;
  result: "changes" | "unchanged" | "failed";
  /** The hosts of the tenants that an update would send requests to. Empty if the preview failed. */
  tenants: string[];
  /**
   * The engine's counts by operation, such as `create`, `update`, `replace`, `delete`, and `same`, without zeros.
   * They include components and the stack itself. Empty if the preview failed.
   */
  counts: Record<string, number>;
  /** What the plan changes back, because somebody changed it in the tenant. Absent without a refresh. */
  repairs?: Repair[];
  /** The number of objects that the plan changes because of the program. Absent without a refresh. */
  changes?: number;
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
  /** For a replacement, the properties that can't be changed in place. */
  replacedFor?: string[];
  /** What is lost with the object, or why nothing is lost. Absent for a component. */
  lost?: string;
}

export interface Repair {
  kind: string;
  name: string;
  id: string;
  /** Whether the tenant no longer has the object, so that the plan recreates it. */
  isMissing?: boolean;
  /** The value in the tenant, and the program's. */
  properties: { path: string; live?: Json; program?: Json }[];
  /** Why Auth0 may reject the repair, and what to do. */
  note?: string;
}

export interface MissingReport {
  /** The stack in the file's name, because the pipelines write `<stack>.json`. */
  stack: string;
  /** A message that contains the file's name. */
  reason: string;
}

export const isMissing = (report: PreviewReport | MissingReport): report is MissingReport =>
  "reason" in report;

/** The comment shows the engine's names of operations unescaped. */
const isCount = ([operation, count]: [string, unknown]) =>
  /^[a-z-]{1,30}$/.test(operation) && Number.isSafeInteger(count);

/** A program that was previewed may have written the file itself. */
const form: Form = {
  stack: new Rule("the name of a stack", (value) => isStackName(String(value))),
  result: oneOf("changes", "unchanged", "failed"),
  tenants: [text],
  counts: new Rule("counts", (value) => isObject(value) && Object.entries(value).every(isCount)),
  "repairs?": [
    {
      ...{ kind: text, name: text, id: text, "isMissing?": oneOf(true, false), "note?": text },
      properties: [{ path: text }],
    },
  ],
  "changes?": count,
  losses: [{ kind: text, name: text, id: text, "lost?": text, "replacedFor?": [text] }],
  problems: [{ message: text, "urn?": text }],
  output: text,
};

/** Reads reports. One that can't be read is missing, and the others are still shown. */
export const readReports = (files: string[]): (PreviewReport | MissingReport)[] =>
  files.map((file) => {
    const stack = basename(file, ".json");
    try {
      const report = readReportFile<PreviewReport>(file, "report of `ci preview`", form);
      // The program runs in the job that writes the report, and could write another stack into it.
      return report.stack === stack
        ? report
        : {
            stack,
            reason: `${file} is the report of ${report.stack}. Name it ${report.stack}.json`,
          };
    } catch (error) {
      return { stack, reason: (error as Error).message };
    }
  });
