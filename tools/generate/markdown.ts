export const generatedFrom = (source: string) =>
  `<!-- Generated from ${source} by \`npm run generate\`; do not edit. -->\n`;

export const generated = generatedFrom("schema.json");

export function table(head: string[], rows: string[][]): string {
  const [first, ...others] = [head, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [first, `|${"---|".repeat(head.length)}`, ...others].join("\n");
}

export const code = (text: string) => `\`${text}\``;

/** How other languages write a property's name. */
export const otherNames = (others = "Python") =>
  `Property names are in snake_case in ${others}, and in PascalCase in Go and C#.`;
