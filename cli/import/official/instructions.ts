/** A part of instructions to a person: a paragraph, a list, or code to copy. */
export type InstructionBlock =
  | { text: string }
  | { list: string[] }
  | { code: string[]; language: "sh" | "hcl" };

/** A list with a paragraph before it; nothing where the list is empty. */
export const listAfter = (text: string, list: string[]): InstructionBlock[] =>
  list.length > 0 ? [{ text }, { list }] : [];

/** Code with a paragraph before it; nothing where there is no code. */
export const codeAfter = (
  text: string,
  language: "sh" | "hcl",
  code: string[],
): InstructionBlock[] => (code.length > 0 ? [{ text }, { code, language }] : []);
