import { escapeInvisible } from "../../shared/text";
import { hasDrifted, type StackReport } from "../report";

export interface Command {
  does: string;
  effect: string;
  line: string;
}

/** What a person runs next: one of the two. */
export const remedies = ({ name, folder, resources }: StackReport): Command[] => {
  const where = `--stack ${quoted(name)}${folder === "." ? "" : ` --cwd ${quoted(folder)}`}`;
  const noted = resources.some((one) => hasDrifted(one) && one.note !== undefined);
  return [
    {
      does: "Repair",
      effect: `Makes the tenant what the program says, and makes again what is gone.${noted ? " Read the notes of its objects first." : ""}`,
      line: escapeInvisible(`pulumi up --refresh ${where}`),
    },
    {
      does: "Accept",
      effect:
        "Takes what the tenant holds into the state; change the program to match, or the next pulumi up undoes it.",
      line: escapeInvisible(`pulumi refresh ${where}`),
    },
  ];
};

/** A word of a shell, which is nothing but that word. */
const quoted = (word: string) =>
  /^[\w./@:+][\w./@:+-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
