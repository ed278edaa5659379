import { type Content, Html, html } from "../../../cli/shared/html";

const style = `
body { margin: 0; padding: 16px; font: 14px/1.5 -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif; color: #1f2328; }
article { border: 1px solid #d1d9e0; border-radius: 6px; padding: 0 16px 8px; }
header { margin: 0 -16px 16px; padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; color: #59636e; }
h3 { font-size: 18px; margin: 8px 0; } h4 { font-size: 14px; margin: 16px 0 8px; }
code, pre { font: 12px/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; background: #f0f1f3; border-radius: 6px; }
code { padding: 2px 5px; } pre { padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; } th, td { border: 1px solid #d1d9e0; padding: 6px 12px; text-align: left; }
ul { padding-left: 24px; }`;

/** A comment of `ci comment` as GitHub shows it: only the Markdown that such a comment has. */
export function commentPage(markdown: string): string {
  const header = html`<header><b>github-actions</b> commented on this pull request</header>`;
  const blocks = markdown.replace(/^<!--.*-->$/m, "").split(/\n\n(?![^`]*\n```(?:\n|$))/);
  return html`<!doctype html><style>${new Html(style)}</style><article>${header}${blocks.map(block)}</article>`
    .markup;
}

function block(text: string): Content {
  const trimmed = text.trim();
  const [, hashes, title] = /^(#{2,4}) (.*)$/.exec(trimmed) ?? [];
  if (hashes === "##") return html`<h3>${inline(title)}</h3>`;
  if (hashes) return html`<h4>${inline(title)}</h4>`;
  if (trimmed.startsWith("<")) return new Html(trimmed);
  if (trimmed.startsWith("- ")) {
    return html`<ul>${trimmed.split("\n").map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`;
  }
  if (trimmed.startsWith("|")) return table(trimmed.split("\n"));
  const [, code] = /^```text\n([\s\S]*)\n```$/.exec(trimmed) ?? [];
  return code === undefined ? html`<p>${inline(trimmed)}</p>` : html`<pre>${code}</pre>`;
}

function table([head = "", , ...rows]: string[]): Html {
  const cells = (line: string) => line.split("|").slice(1, -1);
  const titles = cells(head).map((cell) => html`<th>${inline(cell)}</th>`);
  const body = rows.map(
    (line) => html`<tr>${cells(line).map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`,
  );
  return html`<table><tr>${titles}</tr>${body}</table>`;
}

/** Code, bold text, line breaks and links. */
function inline(text = ""): Html {
  const { markup } = html`${text}`;
  return new Html(
    markup
      .replace(/`([^`]+)`/g, "<code>$1</code>")
      .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
      .replaceAll("&lt;br&gt;", "<br>")
      .replace(/\[([^\]]+)\]\([^)]+\)/g, '<a href="#">$1</a>'),
  );
}
