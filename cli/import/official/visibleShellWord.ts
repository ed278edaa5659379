import { shellQuoted } from "../../../provider/shared/shellWord";
import { escapeInvisible } from "../../shared/text";

/** A text as one argument for a POSIX shell, on one line and without characters that cannot be seen. */
export function visibleShellWord(text: string): string {
  if (escapeInvisible(text) === text) return shellQuoted(text);
  // `printf` writes the bytes; its own format takes `%` and backslashes doubled.
  const format = [...text.replace(/[%\\]/g, "$&$&")].map(octalIfNeeded).join("");
  return `"$(printf -- ${shellQuoted(format)})"`;
}

/** Also of `!`, which interactive shells replace within double quotes. */
const octalIfNeeded = (character: string): string =>
  escapeInvisible(character) === character && character !== "!"
    ? character
    : [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
