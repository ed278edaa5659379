import { firstPaths } from "./firstPaths";
import { html } from "./html";
import { inlineCode } from "./markdown";
import { formatNumber } from "./number";
import { displayName, truncate } from "./text";

export interface ShownObject {
  type: string;
  name: string;
  properties: { path: string }[];
}

/** With more objects than this, each is folded behind one line. */
export const maxUnfolded = 5;

/** What happened to an object, and the details; folded behind one line if asked for. */
export function objectBlock(
  what: string,
  object: ShownObject,
  details: string[],
  folded: boolean,
): string {
  const title = `**${what}** ${inlineCode(object.type)} ${inlineCode(object.name)}`;
  const blocks = folded
    ? [foldedTitle(what, object), ...details, "</details>"]
    : [title, ...details];
  return blocks.join("\n\n");
}

/** In HTML, since Markdown is not read within `<summary>`. */
function foldedTitle(what: string, { type, name, properties }: ShownObject): string {
  const { paths, more } = firstPaths(properties);
  const code = (text: string) => html` <code>${truncate(displayName(text), 200)}</code>`;
  const object = [code(type), code(name)];
  const differences = paths.length > 0 ? [":", paths.map(code)] : [];
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : "";
  return html`<details><summary>${what}${object}${differences}${rest}</summary>`.markup;
}
