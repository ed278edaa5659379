import { html } from "../../../shared/html";
import { blockLines, codeBlock, lineEnd } from "../../../shared/markdown";
import { countOf } from "../../../shared/number";
import { truncate } from "../../../shared/text";
import type { PreviewReport } from "../report";

/** Below this, an output that is cut says too little. */
const minLength = 1_500;

/** Characters for the title, the fences, and the line that says what is left out. */
const frameLength = 400;

/** Of an output that is cut: a line that is longer holds a value, which the table of its object shows. */
const maxLineLength = 300;

/** What fits of the outputs, each with a share of the room; the first ones if there are many. */
export function outputBlocks(reports: PreviewReport[], room: number): string[] {
  const blocks: string[] = [];
  let left = room;
  for (const [index, report] of reports.entries()) {
    const share = Math.max(minLength, Math.floor(left / (reports.length - index)));
    const block = foldedOutput(report, share);
    left -= block.length + 2;
    if (left < 0) break;
    blocks.push(block);
  }
  return blocks;
}

function foldedOutput({ stack, output }: PreviewReport, maxLength: number): string {
  const title = html`<details><summary>Output of <code>${stack}</code></summary>`.markup;
  const code = codeBlock(shortened(output.trim(), maxLength - frameLength).join("\n"), "text");
  return [title, code, "</details>"].join("\n\n");
}

/**
 * The start and the end of what is too long, cut between lines. The end gets two thirds: there the CLI
 * prints errors, outputs and counts; the objects before it are in the comment as tables.
 */
function shortened(output: string, maxLength: number): string[] {
  const whole = blockLines(output);
  if (whole.join("\n").length <= maxLength) return whole;
  const lines = output.split(lineEnd).flatMap((line) => blockLines(truncate(line, maxLineLength)));
  const start = firstLines(lines, maxLength / 3);
  const end = firstLines(lines.slice(start.length).reverse(), (maxLength * 2) / 3).reverse();
  const more = lines.length - start.length - end.length;
  const omission =
    more > 0 ? [`[${countOf(more, "line")} left out: the log of the preview has them]`] : [];
  return [...start, ...omission, ...end];
}

function firstLines(lines: string[], characters: number): string[] {
  let left = characters;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}
