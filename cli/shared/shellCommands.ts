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
  /** The name, or the argument, with which a user names it. */
  name: string;
  id: string;
  stack?: Target | undefined;
}

/** The arguments with which a command finds an object, as the user types them in a shell. */
export function objectArguments({ name, id, stack }: NamedObject): string {
  // The id, if the name would have to be quoted or would be an option.
  const word = /^\w[\w.:/-]*$/.test(name) ? name : id;
  return escapeInvisible(stack === undefined ? word : `${stackOptions(stack)} ${word}`);
}

/** A command of `deliveries` for a stream, as the user types it in a shell. */
export function deliveriesCommand(
  command: string,
  stream: NamedObject,
  options: string[] = [],
): string {
  const words = [command, objectArguments(stream), ...options.map(wordOrOption)];
  return escapeInvisible(`${npxCommand} deliveries ${words.join(" ")}`);
}

/** A word of a command; options need no quotes, with a value of letters or without one. */
export const wordOrOption = (word: string): string =>
  /^--[a-z-]+(=\w+)?$/.test(word) ? word : shellWord(word);

/** The options of `pulumi` and `pulumi-auth0-native` that name a stack, as the user types them in a shell. */
export const stackOptions = ({ name, folder }: Target): string =>
  `--stack ${shellWord(name)}${folderOption(folder)}`;

export const folderOption = (folder: string): string =>
  folder === "." ? "" : ` --cwd ${shellWord(folder)}`;
