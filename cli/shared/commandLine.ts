// The only file that imports commander; commands import from here what they register with.
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { packageName } from "../../provider/shared/command";
import { showRequests } from "./log";

export { Argument, Command, InvalidArgumentError, Option };

/** The last part of a command's help. The lines begin after the name of the package. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${packageName} ${line}`).join("\n")}`;

export const cwdOption = ["-C, --cwd <folder>", "folder of the Pulumi program", "."] as const;

/** For commands that send requests themselves. */
export const withDebug = (command: Command): Command =>
  command
    .option("--debug", "print a line for each request on standard error")
    .on("option:debug", showRequests);

/** Ends the description of an option that writes a report. */
export const reportFile = "to this file (- for standard output)";

export type Register = (program: Command) => void;

/** Sets the exit code of a command, unless an error on standard output has set it already. */
export function exitWith(code: number): void {
  process.exitCode ||= code;
}

const integerFrom =
  (minimum: number) =>
  (text: string): number => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < minimum) {
      throw new InvalidArgumentError(`Pass a whole number of at least ${minimum}.`);
    }
    return Number(text);
  };

export const positiveInteger = integerFrom(1);
export const wholeNumber = integerFrom(0);
