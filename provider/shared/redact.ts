// Keeps secrets out of messages. api/apiError.ts redacts what it quotes of a response, and
// adapters/boundary.ts every error that leaves the provider. `textsToRedact` in schema/secrets.ts says
// what is secret in a resource, and `ManagementApi.secrets` has credentials and tokens. For the
// messages of commands, cli/shared/secretRemover.ts adds the secrets of the environment. In the values
// of reports, cli/shared/maskSecrets.ts finds secrets by schema.json.

/** A shorter secret occurs in ordinary words, so the gap that its replacement leaves would reveal it. */
export const minRedactableLength = 6;

/** A part of this length reveals too much: one line of a private key, for example. */
export const fragmentLength = 20;

/** What stands for a secret in messages and reports. */
export const secretReplacement = "[secret]";

const withheld = "(the response repeats a secret, so it isn't shown)";

/**
 * Replaces each whole secret in a text, be it plain, escaped for JSON or encoded for a URL. A text is
 * withheld if it then still contains a secret in another form, a fragment of one, or either in base64.
 */
export const redact = (text: string, secrets: readonly string[]): string => redactor(secrets)(text);

/** `redact` for many texts: the secrets are indexed once. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter(({ length }) => length >= minRedactableLength);
  const short = secrets.filter(({ length }) => length > 0 && length < minRedactableLength);
  // Of these, too little is left to compare without their signs.
  const signs = secrets.filter((secret) => plain(secret).length < minRedactableLength);
  const decodedSigns = signs.map(withSigns).filter((secret) => secret !== "");
  // The longest first, since a secret may contain another one.
  const replaced = long.flatMap(spellingsOf).sort((a, b) => b.length - a.length);
  const plainNeedles = indexNeedles(long.map(plain));
  const base64Needles = indexNeedles(long.flatMap(base64SpellingsOf));

  return (text) => {
    const parts = replaced.reduce(
      (rest, spelling) => rest.flatMap((part) => part.split(spelling)),
      [text],
    );
    const joined = parts.join("|");
    const rest = plain(joined);
    const isWithheld =
      (decodedSigns.length > 0 && containsSome(withSigns(joined), decodedSigns)) ||
      short.flatMap(spellingsOf).some((spelling) => text.includes(spelling)) ||
      containsAny(rest, plainNeedles) ||
      containsAny(lettersAndDigits(rest), base64Needles);
    return isWithheld ? withheld : parts.join(secretReplacement);
  };
}

/** A secret as it is, and as a service may repeat it in JSON, in a URL and in a form. */
const spellingsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  // `encodeURIComponent` throws if half of a surrogate pair is alone, which a Buffer replaces.
  encodeURIComponent(Buffer.from(secret).toString()),
  new URLSearchParams({ "": secret }).toString().slice(1),
];

/** Enough for JSON within a form within HTML. A secret may itself look like three levels of escapes. */
const maxNesting = 6;

/** Format characters and others that have no width: they may stand within an escape, too. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
/** White space, which is `+` in a form, and the signs that a quoted text escapes, doubles or leaves out. */
const notCompared = /[\s\p{C}+"'&<>]+/gu;

/** What secrets are compared by: a text without escapes of URLs, HTML and JSON, blanks and quotes. */
const plain = (text: string): string => decode(text).replace(notCompared, "");

/** What a secret that consists of signs is compared by. Only blanks are left out. */
const withSigns = (text: string): string => decode(text).replace(/[\s\p{C}+]+/gu, "");

const containsSome = (text: string, secrets: string[]): boolean =>
  secrets.some((secret) => text.includes(secret));

function decode(text: string): string {
  let decoded = text;
  for (let level = 0; level < maxNesting; level++) {
    decoded = decodeOneLevel(decoded.replace(invisible, ""));
  }
  return decoded;
}

/** An escape character that is itself escaped, such as `%2541` or `&amp;lt;`, is one level. */
const decodeOneLevel = (text: string): string =>
  text
    .replace(/(?:%(?:25)*[\da-f]{2})+/gi, decodePercents)
    .replace(/&(?:amp;)*#(\d{1,6});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(?:amp;)*#x([\da-f]{1,5});/gi, (_, hex) => characterOfHex(hex))
    .replace(/&(?:amp;)*(amp|lt|gt|quot|apos);/g, (_, name) => entities[name] ?? "")
    .replace(/\\+(?:u([\da-f]{4})|([nrtbf]))?/gi, (_, hex, blank) => unescapeJson(hex, blank));

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const characterOfHex = (hex: string) => String.fromCodePoint(Number.parseInt(hex, 16));

/** `\u0041`, then `\n` and the like, then a backslash before any other character. */
function unescapeJson(hex: string | undefined, blank: string | undefined): string {
  if (hex) return characterOfHex(hex);
  return blank ? " " : "";
}

/** A run is decoded as a whole: a character may take several bytes. */
const decodePercents = (run: string): string =>
  Buffer.from(run.replace(/%(?:25)*(?=[\da-f]{2})/gi, ""), "hex").toString();

/** Base64 and its form for URLs differ only in the other characters. */
const lettersAndDigits = (text: string) => text.replace(/[^A-Za-z0-9]/g, "");

/**
 * Base64 packs three bytes into four characters, so a secret within a longer encoded text is spelled in
 * three ways, by the number of bytes before it. The first and the last character can also hold bits of
 * the neighbours.
 */
const base64SpellingsOf = (secret: string): string[] =>
  [0, 1, 2].map((bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
    const start = bytesBefore === 0 ? 0 : bytesBefore + 1;
    const end = Math.floor((bytes.length * 4) / 3);
    return lettersAndDigits(bytes.toString("base64").slice(start, end));
  });

/** What a text is searched for: short texts as a whole, and every fragment of a long one. */
interface Needles {
  whole: string[];
  fragments: Set<string>;
}

function indexNeedles(texts: string[]): Needles {
  const isLong = ({ length }: string) => length >= fragmentLength;
  return {
    whole: texts.filter((text) => text.length >= minRedactableLength && !isLong(text)),
    fragments: new Set(texts.filter(isLong).flatMap(fragmentsOf)),
  };
}

const fragmentsOf = (text: string): string[] =>
  Array.from({ length: text.length - fragmentLength + 1 }, (_, start) =>
    text.slice(start, start + fragmentLength),
  );

function containsAny(text: string, { whole, fragments }: Needles): boolean {
  if (whole.some((needle) => text.includes(needle))) return true;
  if (fragments.size === 0) return false;
  for (let start = 0; start + fragmentLength <= text.length; start++) {
    if (fragments.has(text.slice(start, start + fragmentLength))) return true;
  }
  return false;
}
