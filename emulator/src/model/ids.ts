import { randomInt } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** By default 26 characters with the prefix, the length of an event stream's id in the interface. */
export function newId(prefix: "est" | "evt" | "rlp", length = 22): string {
  const random = Array.from({ length }, () => base62[randomInt(base62.length)]);
  return `${prefix}_${random.join("")}`;
}
