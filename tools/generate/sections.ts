/**
 * Replaces the lines between two marks in a file that people write. A mark is a comment in the file's
 * language that contains `generated: <name>` or `end of <name>`.
 */
export function withSection(text: string, name: string, section: string): string {
  const all = text.split("\n");
  const start = all.findIndex((line) => line.includes(`generated: ${name}`));
  const end = all.findIndex((line) => line.includes(`end of ${name}`));
  if (start < 0 || end < start) throw new Error(`A file has no section "generated: ${name}".`);
  return [...all.slice(0, start + 1), section, ...all.slice(end)].join("\n");
}
