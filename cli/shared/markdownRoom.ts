import { countOf, formatNumber } from "./text";

/**
 * Characters for a report. GitHub's limit for the body of an issue is 65,536; the rest is for what the
 * job that creates the issue adds.
 */
export const maxReportLength = 53_000;

/** Blocks that fit into a number of characters, and the count of those that do not. */
export interface Fitted {
  blocks: string[];
  /** Such as `3 drifted objects`; empty if all fit. */
  leftOut: string[];
}

/** Renders items in order as long as they fit. */
export function fitBlocks<T>(
  items: T[],
  characters: number,
  what: string,
  render: (item: T) => string,
): Fitted {
  const blocks = takeWhileFits(items, characters, render);
  return { blocks, leftOut: leftOut(items.length - blocks.length, what) };
}

export const leftOut = (count: number, what: string): string[] =>
  count > 0 ? [countOf(count, what)] : [];

/** An empty line separates two blocks. */
const separatorLength = 2;

/** The first items, rendered, that fit into so many characters together. */
export function takeWhileFits<T>(
  items: T[],
  characters: number,
  render: (item: T) => string,
): string[] {
  const blocks: string[] = [];
  let left = characters;
  for (const item of items) {
    const block = render(item);
    left -= block.length + separatorLength;
    if (left < 0) break;
    blocks.push(block);
  }
  return blocks;
}

/** Characters for a list within one section, so that one list cannot take the room of the others. */
const maxListLength = 3_000;

/** The items that fit into one list, and how many more there are. */
export function limited<T>(items: T[], render: (item: T) => string): string[] {
  const blocks = takeWhileFits(items, maxListLength, render);
  const more = items.length - blocks.length;
  return more > 0 ? [...blocks, `\nAnd ${formatNumber(more)} more.`] : blocks;
}
