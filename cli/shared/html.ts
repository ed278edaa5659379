import { displayName } from "./text";

/** The result of `html`, which is safe to insert unchanged. */
export class Html {
  constructor(readonly markup: string) {}
}

export type Content = Html | string | number | undefined | readonly Content[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template that escapes what is inserted, in elements and in quoted attributes, except `Html`. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  let markup = parts[0] ?? "";
  contents.forEach((content, index) => {
    markup += markupOf(content) + (parts[index + 1] ?? "");
  });
  return new Html(markup);
}

function markupOf(content: Content): string {
  if (content === undefined) return "";
  if (content instanceof Html) return content.markup;
  if (typeof content === "object") return content.map(markupOf).join("");
  return String(content).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** A text from outside, whose writing direction doesn't affect the text around it. */
export const isolatedText = (text: string): Html => html`<bdi>${displayName(text)}</bdi>`;
