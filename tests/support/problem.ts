import { expect } from "@jest/globals";

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A message that begins with a place and names its rule; the words between them are free. */
export function problem(place: string, rule: string) {
  return expect.stringMatching(new RegExp(`^${literal(place)} .*${literal(rule)}`, "s"));
}
