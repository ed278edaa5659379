import { Html, html } from "../../../cli/shared/html";

const style = `
body { margin: 0; background: #1e1e1e; color: #d4d4d4; }
pre { margin: 0; padding: 16px; font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; white-space: pre-wrap; }
b { color: #f48771; font-weight: normal; }
i { color: #c586c0; font-style: normal; }`;

/** The last lines of `pulumi preview`, as a terminal shows them. */
export function terminalPage(output: string): string {
  const lines = output.split("\n").map((line) => html`${shown(line)}\n`);
  return html`<!doctype html><style>${new Html(style)}</style><pre>$ pulumi preview\n${lines}</pre>`
    .markup;
}

/** Adds Pulumi's colours. Errors are red, and titles purple. */
function shown(line: string): Html {
  const [, indent, error, text] = /^(\s*)(error:)(.*)$/.exec(line) ?? [];
  if (error) return html`${indent}<b>${error}</b>${text}`;
  return /^\w+:$/.test(line) ? html`<i>${line}</i>` : html`${line}`;
}
