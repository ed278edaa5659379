import type { Shard } from "../reports/drift/report";
import { InvalidArgumentError } from "../shared/commandLine";
import type { Target } from "../shared/pulumi";
import { sha256 } from "../shared/text";

/** More than any pipeline runs at the same time, and few enough to name those that are missing. */
const maxCount = 1000;

export function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= maxCount) return { index, count };
  throw new InvalidArgumentError(
    `Give the number of the shard and the number of all shards, such as 2/8; the first is 1/8, and there are at most ${maxCount}.`,
  );
}

/** `shard 2/8`. */
export const shardName = ({ index, count }: Shard): string => `shard ${index}/${count}`;

/** A shard with what tells its list of all stacks from others, between whose shards a stack may be lost. */
export const shardOf = (shard: Shard, all: Target[]): Shard => ({
  ...shard,
  stacks: all.length,
  digest: sha256(JSON.stringify(all.map(({ name }) => name).sort())).slice(0, 16),
});

/**
 * The stacks of a shard, in their order. Like Jest, it cuts the list of all, sorted by a hash of their
 * names, into equal parts: similar names are spread, and one more stack moves at most one at each cut.
 */
export function inShard(targets: Target[], { index, count }: Shard): Target[] {
  const sorted = targets
    // The folder counts last: another machine can have the program in another one.
    .map((target) => ({ target, key: `${sha256(target.name)} ${target.folder}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const cut = (part: number) => Math.ceil((targets.length * part) / count);
  const chosen = new Set(sorted.slice(cut(index - 1), cut(index)).map(({ target }) => target));
  return targets.filter((target) => chosen.has(target));
}
