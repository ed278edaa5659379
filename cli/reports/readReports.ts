import { readFileSync } from "node:fs";
import { formats } from "../../provider/schema/formats";
import { joinWords } from "../../provider/schema/wording";
import { isObject } from "../../provider/shared/json";
import { parseJson } from "../shared/files";

/** The form of a report: a rule, a list, or an object. A key with `?` may be absent. */
export type Form = Rule | [Form] | { [key: string]: Form };

/** `text` says in messages what a value must be. */
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
export const count = new Rule(
  `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);

/** Reads a report's file, which anybody may have written. Messages contain no value: it may be secret. */
export function readReportFile<Report>(file: string, name: string, form: Form): Report {
  // Windows shells put a byte order mark before a text that they redirect into a file.
  const content = contentOf(file).replace(/^\uFEFF/, "");
  const cutOff = `${file} isn't complete JSON. The command that wrote it may have been stopped`;
  const report = parseJson(content, cutOff);
  const problem = problemIn({ version: oneOf(1), ...form }, report, "");
  if (problem !== undefined) throw new Error(`${file} isn't a ${name}: ${problem}`);
  return report as unknown as Report;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const missing =
      "is missing. Either the command that writes it ended early, or the file wasn't downloaded";
    throw new Error(`${file} ${code === "ENOENT" ? missing : `can't be read (${code})`}`);
  }
}

/** Ignores other properties, which a newer version may have added. */
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
