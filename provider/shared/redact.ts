import { decodeEscapes } from "./decodeEscapes";

// Keeps secrets out of error messages. api/apiError.ts redacts what it quotes of a response, and
// adapters/boundary.ts every error that leaves the provider. What is secret: `textsToRedact` in
// schema/secrets.ts for resources, `ManagementApi.secrets` for credentials and tokens. For the messages
// of commands, cli/shared/secretRemover.ts adds the secrets of the environment; in the values of reports,
// cli/shared/maskSecrets.ts finds secrets by schema.json.

/** A shorter secret occurs in ordinary words: the gap that its redaction leaves would reveal it. */
export const minRedactableLength = 6;

/**
 * A part of this length is redacted like the whole secret: one line of a private key, or the rest of
 * a text that was cut off, reveals too much.
 */
export const fragmentLength = 20;

/** What stands for a secret in messages and reports. */
export const secretReplacement = "[secret]";

/** Twice the longest credential that the service accepts, so that its base64 is indexed whole as well. */
const longSpelling = 20_000;

/** A secret may be echoed encoded, encoded for a form (where `+` is a space), or unchanged. */
const readings = [
  decodeEscapes,
  (text: string) => decodeEscapes(text.replaceAll("+", " ")),
  (text: string) => text,
];

/**
 * Replaces every secret in a text by `[secret]`, whatever encoding the text has it in. A text that
 * holds one is returned decoded. A text that repeats a very short secret is withheld as a whole.
 */
export const redact = (text: string, secrets: readonly string[]): string => redactor(secrets)(text);

/** `redact` for many texts: the secrets are indexed once. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].filter((form) => form !== "");
  const fragments = indexFragments(spellings.filter(({ length }) => length >= minRedactableLength));
  const short = spellings.filter(({ length }) => length < minRedactableLength);

  return (text) => {
    let redacted = text;
    for (const reading of readings) {
      const candidate = reading(redacted);
      const secretRanges = mergeOverlapping(findSecrets(candidate, fragments));
      // Without a secret the text stays as it was written, escapes included.
      if (secretRanges.length > 0) redacted = replaceRanges(candidate, secretRanges);
    }
    const repeatsShortSecret = readings.some((reading) => includesAny(reading(redacted), short));
    return repeatsShortSecret ? "(message withheld: it repeats a secret)" : redacted;
  };
}

const includesAny = (text: string, parts: string[]) => parts.some((part) => text.includes(part));

/** A secret as it is, decoded, and in base64. */
function spellingsOf(secret: string): string[] {
  const encoded = secret.length < minRedactableLength ? [] : base64SpellingsOf(secret);
  return [secret, decodeEscapes(secret).trim(), ...encoded];
}

/**
 * Base64 packs three bytes into four characters, so a secret within a longer encoded text is spelled
 * in three ways, by the number of bytes before it.
 */
function base64SpellingsOf(secret: string): string[] {
  return [0, 1, 2].flatMap((bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
    // The first and the last character can also hold bits of the neighbours, which are not known.
    const start = bytesBefore === 0 ? 0 : bytesBefore + 1;
    const end = Math.floor((bytes.length * 4) / 3);
    const base64 = bytes.toString("base64");
    return [base64, base64.replaceAll("+", "-").replaceAll("/", "_")].flatMap((encoded) => [
      encoded.slice(start, end),
      // The end of a text that ends with the secret, with and without the padding.
      ...[encoded, encoded.replace(/=+$/, "")].map((whole) =>
        whole.slice(start).slice(-fragmentLength),
      ),
    ]);
  });
}

/** What a text is searched for. */
interface FragmentIndex {
  spellings: string[];
  /** Every part of `fragmentLength` characters; a shorter spelling as a whole, pieces of a long one. */
  fragments: Set<string>;
  /** The first characters of the fragments: one look-up rules out most positions of a text. */
  prefixes: Set<string>;
  /** The lengths of the fragments, longest first. */
  lengths: number[];
}

function indexFragments(spellings: string[]): FragmentIndex {
  const fragments = new Set<string>();
  for (const spelling of spellings) addFragments(spelling, fragments);

  const prefixes = new Set<string>();
  const lengths = new Set<number>();
  for (const fragment of fragments) {
    prefixes.add(fragment.slice(0, minRedactableLength));
    lengths.add(fragment.length);
  }
  return { spellings, fragments, prefixes, lengths: [...lengths].sort((a, b) => b - a) };
}

/**
 * A long spelling has too many fragments to index each. Every fragment contains one of its pieces, which
 * overlap by one character; of a part of the secret, up to ten characters at either end may remain.
 */
function addFragments(spelling: string, fragments: Set<string>): void {
  const isLong = spelling.length > longSpelling;
  const step = isLong ? fragmentLength / 2 : 1;
  const length = fragmentLength - step + 1;
  const lastStart = Math.max(0, spelling.length - length);
  for (let start = 0; start < lastStart; start += step) {
    fragments.add(spelling.slice(start, start + length));
  }
  fragments.add(spelling.slice(lastStart));
}

/** From `start` up to, and without, `end`. */
interface Range {
  start: number;
  end: number;
}

/** The ranges of a text that repeat a secret or a fragment of one, by their start. */
function findSecrets(text: string, index: FragmentIndex): Range[] {
  const textEnd = endBeforePunctuation(text);
  const ranges: Range[] = [];
  for (let start = 0; start < text.length; start++) {
    if (!index.prefixes.has(text.slice(start, start + minRedactableLength))) continue;
    const end = secretEnd(text, start, textEnd, index);
    if (end > start) ranges.push({ start, end });
  }
  return ranges;
}

/** Where the secret that begins at `start` ends; `start` itself if there is none. */
function secretEnd(text: string, start: number, textEnd: number, index: FragmentIndex): number {
  const length = index.lengths.find((size) => index.fragments.has(text.slice(start, start + size)));
  if (length !== undefined) return start + length;

  // A service that shortens its messages may cut one off within a secret.
  const rest = text.slice(start, textEnd);
  const isCutOff = index.spellings.some((spelling) => spelling.startsWith(rest));
  return isCutOff ? textEnd : start;
}

/** The end of a text without the ellipsis, quotes and brackets that may follow a cut. */
const endBeforePunctuation = (text: string) => text.search(/\W{0,9}$/);

/** Ranges that share characters become one; ranges that only touch are two secrets. */
function mergeOverlapping(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const { start, end } of ranges) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function replaceRanges(text: string, ranges: Range[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of ranges) {
    pieces.push(text.slice(position, start), secretReplacement);
    position = end;
  }
  pieces.push(text.slice(position));
  return pieces.join("");
}
