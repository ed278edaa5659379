/** The first line of every page of the reference. */
export const generated =
  "<!-- Generated from schema.json by `npm run generate`; do not edit. -->\n";

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

export const code = (text: string) => `\`${text}\``;
