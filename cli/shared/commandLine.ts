// The only file that imports commander; commands import from here what they register with.
import { Argument, Command, InvalidArgumentError, Option } from "commander";

export { Argument, Command, InvalidArgumentError, Option };

/** Adds a command to the program. */
export type Register = (program: Command) => void;

/** Sets the exit code of a command, unless an error on standard output has set it already. */
export function exitWith(code: number): void {
  process.exitCode ||= code;
}

/** Parses the value of an option that takes a whole number from 1, of at most 9 digits. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new InvalidArgumentError("Give a whole number from 1 to 999999999.");
  }
  return Number(text);
}

/** Parses the value of an option that takes a whole number from 0, of at most 9 digits. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError("Give a whole number from 0 to 999999999.");
  }
  return Number(text);
}
