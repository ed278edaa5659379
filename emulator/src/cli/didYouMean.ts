import { distance } from "fastest-levenshtein";

/** `; did you mean --port?`, or nothing where no candidate resembles the word. */
export function didYouMean(word: string, candidates: string[]): string {
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    // With more than a third of the letters wrong, short words would match nearly anything.
    .filter((one) => one.distance <= Math.ceil(one.candidate.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return nearest === undefined ? "" : `; did you mean ${nearest.candidate}?`;
}
