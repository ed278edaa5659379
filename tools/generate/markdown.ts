export const generatedFrom = (source: string) =>
  `<!-- Generated from ${source} by \`npm run generate\`; do not edit. -->\n`;

export const generated = generatedFrom("schema.json");

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

export const code = (text: string) => `\`${text}\``;
