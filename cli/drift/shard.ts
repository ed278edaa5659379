import type { Shard } from "../reports/drift/report";
import { InvalidArgumentError } from "../shared/commandLine";
import type { Target } from "../shared/pulumi";
import { sha256 } from "../shared/text";

/** No pipeline runs more jobs at the same time, and a report can still list the missing ones. */
const maxCount = 1000;

export function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= maxCount) return { index, count };
  throw new InvalidArgumentError(
    `Give the number of the shard (from 1) and the number of all shards (at most ${maxCount}), such as 2/8.`,
  );
}

/** `shard 2/8`. */
export const shardName = ({ index, count }: Shard): string => `shard ${index}/${count}`;

/** Adds the number and a digest of all stacks, because between shards of different lists, a stack may be lost. */
export const shardOf = (shard: Shard, all: Target[]): Shard => ({
  ...shard,
  stacks: all.length,
  digest: sha256(JSON.stringify(all.map(({ name }) => name).sort())).slice(0, 16),
});

/**
 * The stacks of a shard, in their order. Like Jest, the function sorts all stacks by a hash of their names and
 * cuts the list into equal parts. This spreads similar names, and a new stack moves at most one at each cut.
 */
export function inShard(targets: Target[], { index, count }: Shard): Target[] {
  const sorted = targets
    // The folder counts last, because another machine can have the program in another folder.
    .map((target) => ({ target, key: `${sha256(target.name)} ${target.folder}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const cut = (part: number) => Math.ceil((targets.length * part) / count);
  const chosen = new Set(sorted.slice(cut(index - 1), cut(index)).map(({ target }) => target));
  return targets.filter((target) => chosen.has(target));
}
