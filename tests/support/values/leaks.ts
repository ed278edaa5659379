/** Every canary begins so; what follows says where it came from. */
const canary = /canary-[a-z][\w-]*/gi;

const unescaped = (text: string) =>
  text.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** A text in base64 may begin anywhere in a longer run of its signs. */
function decoded(text: string): string[] {
  return (text.match(/[\w+/-]{10,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), "base64").toString("latin1")),
  );
}

/** The canaries that a text holds, as they are or encoded, and those of the other secrets it holds. */
export function leaksIn(text: string, others: readonly string[] = []): string[] {
  const found = [text, unescaped(text), ...decoded(text)].flatMap(
    (read) => read.match(canary) ?? [],
  );
  return [...new Set([...found, ...others.filter((other) => text.includes(other))])];
}
