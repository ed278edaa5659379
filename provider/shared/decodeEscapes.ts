/** Three levels cover JSON within a form within HTML; no service is known to nest deeper. */
const maxNesting = 3;

const htmlEntities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const characterOfHex = (hex: string) => String.fromCodePoint(Number.parseInt(hex, 16));

/**
 * Decodes the escapes of URLs, HTML and JSON, and makes each run of white space one space. A
 * service may repeat a secret in any of these encodings, also one within another.
 */
export function decodeEscapes(text: string): string {
  let decoded = text;
  for (let level = 0; level < maxNesting; level++) decoded = decodeOneLevel(decoded);
  return decoded;
}

/** An escape character that is itself escaped, such as `%2541` or `&amp;lt;`, is one level. */
function decodeOneLevel(text: string): string {
  return text
    .replace(/(?:%(?:25)*[\da-f]{2})+/gi, decodePercents)
    .replace(/&(?:amp;)*#(\d{1,6});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(?:amp;)*#x([\da-f]{1,5});/gi, (_, hex) => characterOfHex(hex))
    .replace(/&(?:amp;)*(amp|lt|gt|quot|apos);/g, (_, name) => htmlEntities[name] ?? "")
    .replace(/\\+(?:u([\da-f]{4})|([nrtbf]))?/gi, (_, hex, blank) => unescapeJson(hex, blank))
    .replace(/[\s\p{Cc}]+/gu, " ");
}

/** A run is decoded as a whole: a character may take several bytes. */
function decodePercents(run: string): string {
  const hex = run.replace(/%(?:25)*(?=[\da-f]{2})/gi, "");
  return Buffer.from(hex, "hex").toString();
}

/** `\u0041`, then `\n` and the like, then a backslash before any other character. */
function unescapeJson(hex: string | undefined, blank: string | undefined): string {
  if (hex) return characterOfHex(hex);
  return blank ? " " : "";
}
