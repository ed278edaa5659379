import { countOf } from "../shared/text";

/** An empty line separates two blocks. */
const separatorLength = 2;

/** Two lists of one message each fit into it. A shorter part of an output would show too little. */
const minLength = 6_000;

/** Renders the first items that together fit. A long one may take its part of what is left. */
export function takeWhileFits<T>(
  items: T[],
  characters: number,
  render: (item: T, characters: number) => string,
): string[] {
  const blocks: string[] = [];
  let left = characters;
  for (const [index, item] of items.entries()) {
    const block = render(item, Math.max(minLength, left / (items.length - index)));
    left -= block.length + separatorLength;
    if (left < 0) break;
    blocks.push(block);
  }
  return blocks;
}

/** The characters that a report has, and what it leaves out for lack of them. */
export class Room {
  private readonly leftOut: string[] = [];

  constructor(private characters: number) {}

  /** Renders the items that fit into a share of what is left. `what` is the noun for the others. */
  take<T>(
    items: T[],
    share: number,
    what: string,
    render: (item: T, characters: number) => string,
    isCounted: (item: T) => boolean = () => true,
  ): string[] {
    const blocks = takeWhileFits(items, this.characters * share, render);
    this.characters -= blocks.reduce((sum, { length }) => sum + length + separatorLength, 0);
    const others = items.slice(blocks.length).filter(isCounted);
    if (others.length > 0) this.leftOut.push(countOf(others.length, what));
    return blocks;
  }

  /** `complete` is a sentence that says where the complete report is. */
  omission(complete: string): string[] {
    if (this.leftOut.length === 0) return [];
    return [`**Left out for lack of space: ${this.leftOut.join(", ")}.** ${complete}`];
  }
}
