// The only file that imports commander; commands import from here what they register with.
import { Argument, Command, InvalidArgumentError, Option } from "commander";

export { Argument, Command, InvalidArgumentError, Option };

/** Adds a command to the program. */
export type Register = (program: Command) => void;

/** Sets the exit code of a command, unless an error on standard output has set it already. */
export function exitWith(code: number): void {
  process.exitCode ||= code;
}

/** Parses the value of an option that takes a whole number, 1 or more. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError("Give a whole number, 1 or more.");
  return Number(text);
}

/** Parses the value of an option that takes a whole number, 0 or more. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Give a whole number, 0 or more.");
  return Number(text);
}
