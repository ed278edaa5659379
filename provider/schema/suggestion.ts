import { distance } from "fastest-levenshtein";

/** `. Did you mean eventType?`, or nothing where no candidate resembles the value. */
export function didYouMean(value: unknown, candidates: string[]): string {
  if (typeof value !== "string") return "";
  const candidate = mostSimilar(value, candidates) ?? onlyOneContaining(value, candidates);
  return candidate === undefined ? "" : `. Did you mean ${candidate}?`;
}

interface Similarity {
  candidate: string;
  /** Letters to insert, delete or replace to get from the value to the candidate. */
  distance: number;
  /** The distance up to which a value counts as a misspelling of the candidate. */
  tolerance: number;
}

/** Of the candidates within their tolerance, the one that stays furthest below it. */
function mostSimilar(value: string, candidates: string[]): string | undefined {
  const similar = candidates
    .map((candidate) => similarityOf(value, candidate))
    .filter((it) => it !== undefined)
    .filter((it) => it.distance <= it.tolerance);
  similar.sort((a, b) => b.tolerance - b.distance - (a.tolerance - a.distance));
  return similar[0]?.candidate;
}

/** Undefined where the two cannot be compared. */
function similarityOf(value: string, candidate: string): Similarity | undefined {
  const fixedPart = fixedPartOf(candidate);
  let compared = value;
  if (fixedPart !== candidate) {
    // Behind a correct `client_id:` any text is allowed, so the mistake is elsewhere.
    if (value.startsWith(fixedPart)) return undefined;
    compared = value.slice(0, value.indexOf(":") + 1);
  }

  const letters = lettersAndDigits(compared);
  if (letters === "") return undefined;
  const expected = lettersAndDigits(fixedPart);
  return {
    candidate,
    distance: distance(letters, expected),
    // A third of the letters may differ; with more, short words would match nearly anything.
    tolerance: Math.ceil(expected.length / 3),
  };
}

/** `webhookEndpoint` for `endpoint`. Three letters or fewer occur in too many names. */
function onlyOneContaining(value: string, candidates: string[]): string | undefined {
  if (value.length <= 3) return undefined;
  const letters = lettersAndDigits(value);
  const containing = candidates.filter((candidate) =>
    lettersAndDigits(fixedPartOf(candidate)).includes(letters),
  );
  return containing.length === 1 ? containing[0] : undefined;
}

/** `client_id:` for `client_id:<client ID>`: the part in angle brackets is a placeholder. */
function fixedPartOf(candidate: string): string {
  return candidate.split("<")[0] ?? "";
}

/** Case and punctuation are the most frequent mistakes: `consumer_selector`, `User.Created`. */
function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
