import { shellWord } from "../../provider/shared/shellWord";
import type { StackOption } from "./streams/stackOption";

/** What names a stream on the command line: the argument that named it, unless a shell could change it. */
export const streamWord = (argument: string, id: string): string =>
  /^\w[\w.:/-]*$/.test(argument) ? argument : id;

/** A command of `deliveries` as a user types it in a shell. */
export function commandText(
  command: string,
  stream: string,
  { stack, cwd }: StackOption,
  options: string[] = [],
): string {
  const folder = cwd === "." ? [] : ["--cwd", cwd];
  const where = stack === undefined ? [] : ["--stack", stack, ...folder];
  const words = [command, stream, ...where, ...options];
  return `npx auth0-native deliveries ${words.map(wordOrOption).join(" ")}`;
}

const wordOrOption = (word: string) => (/^--[a-z-]+$/.test(word) ? word : shellWord(word));
