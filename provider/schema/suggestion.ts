import { distance } from "fastest-levenshtein";

/** `. Did you mean eventType?`, or nothing where no candidate resembles the value. */
export function didYouMean(value: unknown, candidates: string[]): string {
  if (typeof value !== "string") return "";
  const letters = lettersAndDigits(value);
  const [closest] = candidates
    .map((candidate) => {
      const expected = lettersAndDigits(candidate);
      // A third of the letters may differ; with more, short words would match nearly anything.
      const tolerance = Math.ceil(expected.length / 3);
      return { candidate, beyond: distance(letters, expected) - tolerance };
    })
    .filter(({ beyond }) => beyond <= 0)
    .sort((a, b) => a.beyond - b.beyond);
  return closest ? `. Did you mean ${closest.candidate}?` : "";
}

/** Case and punctuation are the most frequent mistakes: `consumer_selector`, `User.Created`. */
const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
