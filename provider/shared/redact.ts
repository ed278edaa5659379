/** Below this length a secret occurs in ordinary words, and striking it out would spell it. */
export const minRedactableLength = 6;
/** So many characters of a longer one tell too much: a line of a key, a text that was cut off. */
export const fragmentLength = 20;

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const character = (hex: string) => String.fromCodePoint(Number.parseInt(hex, 16));

/** How a text reads: URLs, HTML and JSON spell characters anew, also over and over. */
function readOnce(text: string): string {
  return text
    .replace(/(?:%(?:25)*[\da-f]{2})+/gi, (run) =>
      Buffer.from(run.replace(/%(?:25)*(?=[\da-f]{2})/gi, ""), "hex").toString(),
    )
    .replace(/&(?:amp;)*#(\d{1,6});/g, (_, code) => String.fromCodePoint(code))
    .replace(/&(?:amp;)*#x([\da-f]{1,5});/gi, (_, code) => character(code))
    .replace(/&(?:amp;)*(amp|lt|gt|quot|apos);/g, (_, name) => entities[name] ?? "")
    .replace(/\\+(?:u([\da-f]{4})|([nrtbf]))?/gi, (_, code, blank) =>
      code ? character(code) : blank ? " " : "",
    )
    .replace(/[\s\p{Cc}]+/gu, " ");
}

/** The same for one spelling within another; more than three deep is nobody's echo. */
const plain = (text: string) => readOnce(readOnce(readOnce(text)));

/** As it reads, as it reads in a form, where a plus sign is a space, and as it is written. */
const readings = [plain, (text: string) => plain(text.replaceAll("+", " ")), String];

/** Strikes secrets out. What spells one is told as it reads; a very short one withholds the text. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== "");
  const strike = striker(forms.filter(({ length }) => length >= minRedactableLength));
  const told = readings.reduce((clean, read) => strike(read(clean)) ?? clean, text);
  const short = forms.filter(({ length }) => length < minRedactableLength);
  const repeats = readings.some((read) => short.some((form) => read(told).includes(form)));
  return repeats ? "(message withheld: it repeats a secret)" : told;
}

/** A secret, how it reads, and what base64 makes of it, wherever it stands in what was encoded. */
function formsOf(secret: string): string[] {
  const encoded = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // The characters at both ends may hold bits of what stands beside it.
    const own = [before && before + 1, Math.floor((bytes.length * 4) / 3)] as const;
    return [bytes.toString("base64").slice(...own), bytes.toString("base64url").slice(...own)];
  });
  return [secret, plain(secret).trim(), ...(secret.length < minRedactableLength ? [] : encoded)];
}

/** Gives a text without the forms and their telling parts; nothing where it holds none. */
function striker(forms: string[]): (text: string) => string | undefined {
  const parts = new Set<string>();
  for (const form of forms)
    for (let at = 0; at === 0 || at + fragmentLength <= form.length; at++)
      parts.add(form.slice(at, at + fragmentLength));
  const heads = new Set([...parts].map((part) => part.slice(0, minRedactableLength)));
  const sizes = [...new Set([...parts].map(({ length }) => length))].sort((a, b) => b - a);
  return (text) => {
    const end = text.search(/\W{0,9}$/);
    const cut = (at: number) => forms.some((form) => form.startsWith(text.slice(at, end)));
    let clean = "";
    let open = 0;
    for (let at = 0; at < text.length; at++) {
      if (heads.has(text.slice(at, at + minRedactableLength))) {
        const part = sizes.find((size) => parts.has(text.slice(at, at + size)));
        const size = part ?? (cut(at) ? end - at : 0);
        if (size > 0 && at >= open) clean += "[secret]";
        if (size > 0) open = Math.max(open, at + size);
      }
      if (at >= open) clean += text.charAt(at);
    }
    return open > 0 ? clean : undefined;
  };
}
