const maxLength = 200;

// Control and format characters, separators of lines, and halves of pairs.
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escapeCharacter = (character: string) => {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return `\\u{${hex}}`;
};

/** A text from outside on one line: each invisible character as an escape. */
export const visibleText = (text: string): string => text.replace(invisible, escapeCharacter);

/** As `visibleText`, but not longer than a line can take. */
export const shortText = (text: string): string =>
  visibleText(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
