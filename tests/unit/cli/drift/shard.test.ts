import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { inShard, parseShard } from "../../../../cli/drift/shard";
import type { Target } from "../../../../cli/shared/pulumi";

const targetsOf = (names: string[]): Target[] => names.map((name) => ({ folder: ".", name }));
const shards = (targets: Target[], count: number): Target[][] =>
  Array.from({ length: count }, (_, index) => inShard(targets, { index: index + 1, count }));

const names = fc.uniqueArray(fc.stringMatching(/^[a-z][\w.-]{0,12}$/), { maxLength: 60 });
const counts = fc.integer({ min: 1, max: 70 });

test("every stack is in one shard, and the sizes of shards differ by at most one", () => {
  fc.assert(
    fc.property(names, counts, (all, count) => {
      const parts = shards(targetsOf(all), count);
      expect(parts.flatMap((part) => part.map(({ name }) => name)).sort()).toEqual([...all].sort());
      const sizes = parts.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
  );
});

test("a shard has the same stacks in any order, and keeps the given order", () => {
  fc.assert(
    fc.property(names, counts, fc.infiniteStream(fc.integer()), (all, count, random) => {
      const given = targetsOf(all);
      const other = given
        .map((target) => ({ target, at: random.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ target }) => target);
      const parts = shards(other, count);
      for (const [index, part] of shards(given, count).entries()) {
        expect(part).toEqual(given.filter((target) => parts[index]?.includes(target)));
      }
    }),
  );
});

test("another stack moves at most one stack at each border between shards", () => {
  const placesIn = (all: string[], count: number) =>
    new Map(
      shards(targetsOf(all), count).flatMap((part, index) => part.map(({ name }) => [name, index])),
    );
  fc.assert(
    fc.property(names, counts, (all, count) => {
      const before = placesIn(all, count);
      const after = placesIn([...all, "new stack"], count);
      const moved = all.filter((name) => before.get(name) !== after.get(name));
      expect(moved.length).toBeLessThan(count);
    }),
  );
});

test("stacks with one name in several programs are in the same shards on every machine", () => {
  const at = (root: string) =>
    ["a", "b", "c", "d"].map((folder) => ({ folder: `${root}/${folder}`, name: "production" }));
  const foldersOf = (root: string) =>
    shards(at(root), 3).map((part) => part.map(({ folder }) => folder.slice(root.length)));
  expect(foldersOf("/runner/1")).toEqual(foldersOf("C:/agents/x"));
});

test.each(["0/8", "9/8", "2", "a/b", "", "/", "1/0", "-1/8", "1.5/8", "1/1001", "1/8/2", " 1/8"])(
  "%j is not a shard",
  (text) => {
    expect(() => parseShard(text)).toThrow("such as 2/8");
  },
);

test("2/8 is the second of eight shards", () => {
  expect(parseShard("2/8")).toEqual({ index: 2, count: 8 });
  expect(parseShard("1000/1000")).toEqual({ index: 1000, count: 1000 });
});
