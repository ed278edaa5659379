import { readFile } from "node:fs/promises";
import { isObject, type Json } from "../../../provider/shared/json";
import { type DriftReport, type StackReport, stackReport } from "./report";
import { violation } from "./violation";

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
      `${file} has version ${version} of the report's form, and this version of auth0-native reads version 1: use the same version for both`,
    );
  }
  const found = violation(report);
  if (found !== undefined) throw new Error(`${file} is not a drift report: ${found}`);
  const { stacks, ...rest } = report as unknown as DriftReport;
  return { ...rest, stacks: stacks.map(withOwnResult) };
}

/** The result follows from what was found, whatever the file says. */
const withOwnResult = ({ result: _, ...found }: StackReport): StackReport => stackReport(found);

function parsed(file: string, text: string): Json {
  if (text === "") throw new Error(`${file} is empty`);
  try {
    return JSON.parse(text);
  } catch (error) {
    // Without the parser's message: it quotes the file, which may be one with secrets.
    throw new Error(
      isCutOff(text, error as Error)
        ? `${file} is cut off after ${text.length} characters: the check ended while it wrote this report`
        : `${file} is not JSON`,
    );
  }
}

function isCutOff(text: string, { message }: Error): boolean {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  return /^Unexpected end|^Unterminated/.test(message) || Number(position) >= text.length;
}
