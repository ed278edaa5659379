import { medianAt } from "./limits";
import { seconds } from "./report";
import type { Row } from "./sample";
import { commands } from "./stack";

/** The label and the color of each bar. The colors are visible on light and dark backgrounds. */
const bars = [
  ["floor", "a provider that does nothing", "#8b949e"],
  ["ours", "pulumi-auth0-native, dynamic", "#3b82f6"],
  ["plugin", "pulumi-auth0-native, plugin", "#3b82f6"],
  ["pulumi-auth0", "pulumi-auth0", "#e8833a"],
] as const;

const size = { width: 760, left: 270, right: 90, bar: 18, gap: 6, title: 34, margin: 12 };
const title = "Wall time on one machine, shorter is better";

/** The times of every command as horizontal bars with one scale, in an SVG image with a transparent background. */
export function chart(rows: Row[], sizes: number[]): string {
  const groups = sizes
    .filter((count) => count >= 100)
    .map((count) => ({ count, bars: barsOf(rows, count) }));
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ ms }) => ms)));
  const scale = (size.width - size.left - size.right) / longest;
  let y = size.margin + 16;
  const lines = [text(0, y, title, "bold")];
  for (const { count, bars } of groups) {
    y += size.title;
    lines.push(text(0, y - 10, `${count} objects`, "bold"));
    for (const { label, ms, color } of bars) {
      const width = Math.max(1, ms * scale).toFixed(1);
      lines.push(
        text(size.left - 8, y + 13, label, "end"),
        `  <rect x="${size.left}" y="${y}" width="${width}" height="${size.bar}" rx="2" fill="${color}"/>`,
        text(size.left + Number(width) + 6, y + 13, seconds(ms), ""),
      );
      y += size.bar + size.gap;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${y + size.margin}" role="img" aria-label="${title}">
  <style>
    text { font: 13px system-ui, sans-serif; fill: #6e7781 }
    .bold { font-weight: 600 }
    .end { text-anchor: end }
    @media (prefers-color-scheme: dark) { text { fill: #adbac7 } }
  </style>
${lines.join("\n")}
</svg>
`;
}

const barsOf = (rows: Row[], count: number) =>
  commands.flatMap((command) =>
    bars
      .map(([subject, name, color]) => ({
        label: `${name}: ${command}`,
        ms: medianAt(rows, subject, { command, count }, "ms"),
        color,
      }))
      .filter(({ ms }) => !Number.isNaN(ms)),
  );

const text = (x: number, y: number, content: string, kind: string) =>
  `  <text x="${x.toFixed(1)}" y="${y}"${kind && ` class="${kind}"`}>${content}</text>`;
