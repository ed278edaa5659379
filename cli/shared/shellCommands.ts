import { npxCommand } from "../../provider/shared/command";
import { shellWord } from "../../provider/shared/shellWord";
import type { Target } from "./pulumi";
import { escapeInvisible } from "./text";

export interface NextStep {
  title: string;
  effect: string;
  command: string;
}

interface NamedObject {
  /** Its name, or the user's argument for it. */
  name: string;
  id: string;
  stack?: Target | undefined;
}

/** The arguments with which a command finds an object, quoted for a shell. */
export function objectArguments({ name, id, stack }: NamedObject): string {
  // The id needs no quotes, and is never an option.
  const word = /^\w[\w.:/-]*$/.test(name) ? name : id;
  return escapeInvisible(stack === undefined ? word : `${stackOptions(stack)} ${word}`);
}

/** A command of `deliveries` for a stream, quoted for a shell. */
export function deliveriesCommand(
  command: string,
  stream: NamedObject,
  options: string[] = [],
): string {
  const words = [command, objectArguments(stream), ...options.map(wordOrOption)];
  return escapeInvisible(`${npxCommand} deliveries ${words.join(" ")}`);
}

/** Quotes a word of a command. An option needs no quotes if its value has only letters, or if it has none. */
export const wordOrOption = (word: string): string =>
  /^--[a-z-]+(=\w+)?$/.test(word) ? word : shellWord(word);

/** The options of `pulumi` and `pulumi-auth0-native` for a stack, quoted for a shell. */
export const stackOptions = ({ name, folder }: Target): string =>
  `--stack ${shellWord(name)}${folderOption(folder)}`;

export const folderOption = (folder: string): string =>
  folder === "." ? "" : ` --cwd ${shellWord(folder)}`;
