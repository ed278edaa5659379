/** Every canary starts with this; the rest identifies the property. */
const canary = /canary-[a-z][\w-]*/gi;

const unescaped = (text: string) =>
  text.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** Base64 text may start anywhere in a longer run, so all four offsets are decoded. */
function decoded(text: string): string[] {
  return (text.match(/[\w+/-]{10,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), "base64").toString("latin1")),
  );
}

/** The canaries in a text, plain, escaped or in base64, and those of `others` that it contains. */
export function leaksIn(text: string, others: readonly string[] = []): string[] {
  const found = [text, unescaped(text), ...decoded(text)].flatMap(
    (decodedText) => decodedText.match(canary) ?? [],
  );
  return [...new Set([...found, ...others.filter((other) => text.includes(other))])];
}
