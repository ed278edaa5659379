/** `; did you mean --port?`, or nothing where no candidate resembles the word. */
export function didYouMean(word: string, candidates: string[]): string {
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    // With more than a third of the letters wrong, short words would match nearly anything.
    .filter((one) => one.distance <= Math.ceil(one.candidate.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return nearest === undefined ? "" : `; did you mean ${nearest.candidate}?`;
}

/** Letters to insert, delete or replace to get from one word to the other (Levenshtein). */
function distance(one: string, other: string): number {
  // For each start of `other`, its distance to the letters of `one` so far.
  let row = [...other, ""].map((_, index) => index);
  [...one].forEach((letter, index) => {
    const next = [index + 1];
    [...other].forEach((wanted, at) => {
      const [before = 0, above = 0] = row.slice(at);
      const replaced = before + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, above + 1, (next[at] ?? 0) + 1));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
}
