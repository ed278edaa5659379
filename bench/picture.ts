export interface Bar {
  label: string;
  value: number;
  /** The text at the end of the bar. */
  text: string;
  color: keyof typeof colors;
}

export interface Group {
  title: string;
  bars: Bar[];
}

/** Of medium lightness, visible on light and dark backgrounds. */
const colors = { grey: "#8b949e", blue: "#3b82f6", orange: "#e8833a" };

const size = { width: 760, left: 270, right: 90, bar: 18, gap: 6, title: 34, margin: 12 };

/** Groups of horizontal bars with one scale, as an SVG image with a transparent background. */
export function picture(title: string, groups: Group[]): string {
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const scale = (size.width - size.left - size.right) / longest;
  const lines: string[] = [];
  let y = size.margin + 16;
  lines.push(text(0, y, title, "bold"));
  for (const group of groups) {
    y += size.title;
    lines.push(text(0, y - 10, group.title, "bold"));
    for (const { label, value, text: end, color } of group.bars) {
      const width = Math.max(1, value * scale).toFixed(1);
      lines.push(
        text(size.left - 8, y + 13, label, "end"),
        `  <rect x="${size.left}" y="${y}" width="${width}" height="${size.bar}" rx="2" fill="${colors[color]}"/>`,
        text(size.left + Number(width) + 6, y + 13, end, ""),
      );
      y += size.bar + size.gap;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${y + size.margin}" role="img" aria-label="${escaped(title)}">
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

const text = (x: number, y: number, content: string, kind: string) =>
  `  <text x="${x.toFixed(1)}" y="${y}"${kind && ` class="${kind}"`}>${escaped(content)}</text>`;

const escaped = (content: string) =>
  content.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
