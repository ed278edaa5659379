import { readFileSync } from "node:fs";
import { formats } from "../../provider/schema/formats";
import { joinWords } from "../../provider/schema/wording";
import { packageName } from "../../provider/shared/command";
import { isObject } from "../../provider/shared/json";
import { parseJson } from "../shared/files";

/** What a report has to be: a rule, a list, or an object, in which a key with `?` may be absent. */
export type Form = Rule | [Form] | { [key: string]: Form };

/** The message about a wrong value says what it must be. */
export class Rule {
  constructor(
    readonly text: string,
    readonly isRight: (value: unknown) => boolean,
  ) {}
}

export const text = new Rule("a string", (value) => typeof value === "string");
export const time = new Rule(
  "a date and time",
  (value) => typeof value === "string" && formats["date-time"](value),
);
export const oneOf = (...values: unknown[]): Rule =>
  new Rule(joinWords(values.map(String), "or"), (value) => values.includes(value));
export const wholeNumber = (minimum = 0, maximum = Number.MAX_SAFE_INTEGER): Rule =>
  new Rule(
    `a whole number from ${minimum} to ${maximum}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  );

/** Reads the file of a report, which anybody may have written. Messages contain no value: it may be a secret. */
export function readReportFile<Report>(file: string, name: string, form: Form): Report {
  // Shells of Windows put a byte order mark before a text that they redirect into a file.
  const content = contentOf(file).replace(/^\uFEFF/, "");
  const cutOff = `${file} is not complete JSON, as if the command that wrote it was stopped`;
  const report = parseJson(content, cutOff);
  const { version } = isObject(report) ? report : {};
  if (typeof version === "number" && version !== 1) {
    throw new Error(
      `${file} has version ${version} of the report's form, and this version of ${packageName} reads version 1: use the same version for both`,
    );
  }
  const problem = problemIn({ version: oneOf(1), ...form }, report, "");
  if (problem !== undefined) throw new Error(`${file} is not a ${name}: ${problem}`);
  return report as unknown as Report;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const missing =
      "is missing: the command that writes it ended before it did, or nobody downloaded it";
    throw new Error(`${file} ${code === "ENOENT" ? missing : `cannot be read (${code})`}`);
  }
}

/** A newer version may have added other properties, which are ignored. */
function problemIn(form: Form, value: unknown, path: string): string | undefined {
  const must = (text: string) => `${path || "the report"} must be ${text}`;
  if (form instanceof Rule) return form.isRight(value) ? undefined : must(form.text);
  if (Array.isArray(form)) {
    if (!Array.isArray(value)) return must("a list");
    return firstText(value, (one, index) => problemIn(form[0], one, `${path}[${index}]`));
  }
  if (!isObject(value)) return must("an object");
  return firstText(Object.entries(form), ([name, part]) => {
    const key = name.replace("?", "");
    if (name !== key && value[key] === undefined) return undefined;
    return problemIn(part, value[key], path === "" ? key : `${path}.${key}`);
  });
}

function firstText<One>(all: One[], textOf: (one: One, index: number) => string | undefined) {
  for (const [index, one] of all.entries()) {
    const text = textOf(one, index);
    if (text !== undefined) return text;
  }
  return undefined;
}
