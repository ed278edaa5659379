import { randomInt } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 26 characters in all unless told, which is what the interface demands of an event stream's id. */
export function newId(prefix: "est" | "rlp", length = 22): string {
  const random = Array.from({ length }, () => base62[randomInt(base62.length)]);
  return `${prefix}_${random.join("")}`;
}
