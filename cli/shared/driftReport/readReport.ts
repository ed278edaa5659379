import { readFile } from "node:fs/promises";
import { pathOfPointer, pathText } from "../../../provider/schema/path";
import type { AjvError } from "../../../provider/schema/violation";
import { joinWords, typeNames } from "../../../provider/schema/wording";
import { packageName } from "../../../provider/shared/command";
import { isObject, type Json } from "../../../provider/shared/json";
import { type DriftReport, stackReport } from "./report";
import { isDriftReport } from "./validator.generated";

/** Reads the file of a report, which anybody may have written; throws with its name and what is wrong. */
export async function readReport(file: string): Promise<DriftReport> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === "ENOENT"
        ? `${file} does not exist: the check ended before it wrote this report, or the report was not downloaded`
        : `${file} cannot be read: ${error.message}`,
    );
  });
  // Shells of Windows put a byte order mark before a text that they redirect into a file.
  const report = parsed(file, text.replace(/^\uFEFF/, "").trimEnd());
  const { version } = isObject(report) ? report : {};
  if (typeof version === "number" && version !== 1) {
    throw new Error(
      `${file} has version ${version} of the report's form, and this version of ${packageName} reads version 1: use the same version for both`,
    );
  }
  if (!isDriftReport(report)) throw new Error(`${file} is not a drift report: ${violation()}`);
  const { stacks, ...rest } = report as unknown as DriftReport;
  // The result follows from what was found, whatever the file says.
  return { ...rest, stacks: stacks.map(({ result: _, ...found }) => stackReport(found)) };
}

function parsed(file: string, text: string): Json {
  if (text === "") throw new Error(`${file} is empty`);
  try {
    return JSON.parse(text);
  } catch {
    // Without the parser's message: it quotes the file, which may be one with secrets.
    throw new Error(
      `${file} is not JSON, or cut off, as by a check that ended while it wrote this report`,
    );
  }
}

/** The place that the validator has refused last, and why: without a value, which may be a secret. */
function violation(): string {
  const { errors } = isDriftReport as { errors?: AjvError[] | null };
  const [error] = errors ?? [];
  if (error === undefined) return "its form is unknown";
  return `${pathText(pathOfPointer(error.instancePath)) || "the report"} ${ruleOf(error)}`;
}

function ruleOf({ keyword, params, message = "" }: AjvError): string {
  if (keyword === "type") return `must be ${typeNames[params.type as keyof typeof typeNames]}`;
  return keyword === "enum" ? `must be ${joinWords(params.allowedValues, "or")}` : message;
}
