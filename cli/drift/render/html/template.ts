/** Markup that is known to be right: what `html` made. */
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

function markupOf(content: Content): string {
  if (content === undefined) return "";
  if (content instanceof Html) return content.markup;
  if (typeof content === "object") return content.map(markupOf).join("");
  return String(content).replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}

/** Whatever is put in reads as text, in an element and in a quoted attribute; unless `html` made it. */
export const html = (parts: TemplateStringsArray, ...contents: Content[]): Html =>
  new Html(
    parts.map((part, index) => (index === 0 ? "" : markupOf(contents[index - 1])) + part).join(""),
  );
