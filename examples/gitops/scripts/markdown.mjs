// Texts from outside in Markdown: in code, nothing is a link, a mention, a reference, markup or HTML.
// pulumi-auth0-native escapes its drift report in the same way (cli/drift/render/markdown/escape.ts).

/** Invisible characters and changes of the writing direction, but not joiners and emoji styles. */
const invisible =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;
const shortEscapes = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escapeInvisible = (text) =>
  text.replace(invisible, (character) => {
    const hex = character.codePointAt(0).toString(16).padStart(4, "0");
    return shortEscapes[character] ?? (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`);
  });

const longestRun = (text) => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** A name as code on one line, as the drift report writes it. */
export function code(name) {
  const whole = escapeInvisible(name.trim() === "" ? JSON.stringify(name) : name);
  const count = `… (${whole.length.toLocaleString("en-US")} characters)`;
  const text = whole.length > 200 ? whole.slice(0, 200) + count : whole;
  const fence = "`".repeat(longestRun(text) + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

/** A text as a block of code, cut after `maxLength` characters. */
export function block(text, maxLength) {
  const visible = text
    .split(/\r\n?|\n/)
    .map(escapeInvisible)
    .join("\n");
  // An indented fence cannot close the block. Older GitLab versions run quick actions such as
  // `/close` within blocks as well.
  const safe = visible.replace(/^(?= {0,3}```|\/)/gm, "    ");
  const rest = safe.length > maxLength ? "\n\nThe rest is in the job's log." : "";
  return `\`\`\`text\n${safe.slice(0, maxLength)}\n\`\`\`${rest}`;
}
