// The width that Biome's formatter gives a text when it decides whether a line is too long. It adds up
// the widths of the code points that the crate unicode-width knows; regular expressions have no property
// for East Asian width, so the wide blocks are listed.

/** Marks above and below letters, joiners, and the parts of a Hangul syllable after its first. */
const zeroWidth =
  /\u200d|(?!\u2d7f)[\p{Grapheme_Extend}\u0d4e\u1160-\u11ff\ua8fa\ud7b0-\ud7fb\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/u;

/** Chinese, Japanese, Korean, Yi, Tangut and the like, fullwidth forms and emoji. */
const doubleWidth =
  /[\u1100-\u115f\u17a4\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}/u;

const ascii = /^[ -~]*$/;

/** The first mark that combines with a letter; every visible character before it takes one column. */
const firstMark = "\u0300";

/** The columns that a text takes whose invisible characters are escaped. */
export function textWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (character < firstMark) return 1;
  if (zeroWidth.test(character)) return 0;
  return doubleWidth.test(character) ? 2 : 1;
}
