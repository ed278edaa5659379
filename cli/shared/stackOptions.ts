import { shellWord } from "../../provider/shared/shellWord";
import type { Target } from "./pulumi";

/** The options of `pulumi` and `auth0-native` that name a stack, as a person types them in a shell. */
export const stackOptions = ({ name, folder }: Target): string =>
  `--stack ${shellWord(name)}${folderOption(folder)}`;

export const folderOption = (folder: string): string =>
  folder === "." ? "" : ` --cwd ${shellWord(folder)}`;
