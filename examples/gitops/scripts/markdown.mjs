// Foreign text in Markdown: in code nothing is a link, a mention, a reference, markup or HTML.

/** Invisible characters and changes of the writing direction; joiners and emoji styles stay. */
const unseen =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;
const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const visible = (text) =>
  text.replace(unseen, (sign) => {
    const hex = sign.codePointAt(0).toString(16).padStart(4, "0");
    return short[sign] ?? (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`);
  });

const longestRun = (text) => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** A name as code on one line, written as the drift report writes it. */
export function code(name) {
  const whole = visible(name.trim() === "" ? JSON.stringify(name) : name);
  const count = `… (${whole.length.toLocaleString("en-US")} characters)`;
  const text = whole.length > 200 ? whole.slice(0, 200) + count : whole;
  const fence = "`".repeat(longestRun(text) + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

/** So many characters of a text as a block of code that no line ends. */
export function block(text, room) {
  const seen = text
    .split(/\r\n?|\n/)
    .map(visible)
    .join("\n");
  // An indented line cannot close the block. Older GitLab versions run quick actions (`/close`)
  // within blocks as well.
  const safe = seen.replace(/^(?= {0,3}```|\/)/gm, "    ");
  const rest = safe.length > room ? "\n\nThe rest stands in the job's log." : "";
  return `\`\`\`text\n${safe.slice(0, room)}\n\`\`\`${rest}`;
}
