import { html } from "../../../shared/html";
import { blockLines, codeBlock } from "../../../shared/markdown";
import { countOf, truncate } from "../../../shared/text";
import type { PreviewReport } from "../report";

/** Below this, an output that is cut says too little. */
const minLength = 1_500;

/** Characters for the title, the fences, and the line that says what is left out. */
const frameLength = 400;

/** So that one value does not take the room of all others. */
const maxLineLength = 1_000;

/** What fits of the outputs, each with a share of the room; the first ones if there are many. */
export function outputBlocks(reports: PreviewReport[], room: number): string[] {
  const blocks: string[] = [];
  let left = room;
  for (const [index, report] of reports.entries()) {
    const share = Math.max(minLength, Math.floor(left / (reports.length - index)));
    const block = outputBlock(report, share, reports.length === 1);
    left -= block.length + 2;
    if (left < 0) break;
    blocks.push(block);
  }
  return blocks;
}

/** Folded, unless it is the only one. */
function outputBlock({ stack, output }: PreviewReport, maxLength: number, isOnly: boolean): string {
  const summary = html`<summary>Output of <code>${stack}</code></summary>`.markup;
  const code = codeBlock(ending(output.trim(), maxLength - frameLength).join("\n"), "text");
  return [`<details${isOnly ? " open" : ""}>${summary}`, code, "</details>"].join("\n\n");
}

/** As many of the last lines as fit: there the CLI prints errors, outputs and counts. */
function ending(output: string, maxLength: number): string[] {
  const lines = blockLines(output).map((line) => truncate(line, maxLineLength));
  let length = 0;
  const start = lines.findLastIndex((line) => {
    length += line.length + 1;
    return length > maxLength;
  });
  const shown = lines.slice(start + 1);
  const more = start < 0 ? [] : [`[${countOf(start + 1, "line")} left out: see the log]`];
  return [...more, ...shown];
}
