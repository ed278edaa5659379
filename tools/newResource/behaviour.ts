import type { Schema } from "../../emulator/src/contract/contract";
import { wireName } from "../../provider/schema/codec";
import type { Json, Props } from "../../provider/shared/json";
import { at } from "../contract/compare";
import type { SchemaDraft } from "./schemaDraft";

/** What the descriptions and an example of an id say. If they say nothing, this guesses and adds a note. */
export function behaviourOf(document: Props, collection: string, draft: SchemaDraft) {
  const { resource, id, notes } = draft;
  const create = at(document, "paths", `/${collection}`, "post", "responses");
  const read = at(document, "paths", `/${collection}/{id}`, "get", "responses");
  const textOf = (of: Json | undefined, status: string) => `${at(of, status, "description") ?? ""}`;
  const conflict = textOf(create, "409");
  const isTaken = /\b(already|exists|in use)\b/i.test(conflict);
  const isFull = /\b(maximum|(?<!rate )limit|no more)\b/i;
  const full = ["409", "403"].find((status) => isFull.test(textOf(create, status)));
  if (conflict && !isTaken && full !== "409") {
    notes.push(`409: decide which properties are unique ("${conflict}")`);
  }
  const inputs = Object.keys(resource.inputProperties);
  const nameProperty = inputs.includes("name")
    ? "name"
    : (resource.requiredInputs[0] ?? inputs[0] ?? "");
  const named = inputs.filter((key) => new RegExp(`\\b${wireName(key)}\\b`, "i").test(conflict));
  const naturalKey = named.length > 0 ? named : [nameProperty];
  const form = formOfId(id);
  if (!form) notes.push("id: the prefix and the length are guesses");
  const emulator = {
    name: collection,
    id: form ?? { prefix: collection.replace(/(\w)\w*-?/g, "$1"), lengths: [16] },
    unique: isTaken ? { properties: naturalKey.map(wireName), message: conflict } : undefined,
    limit: full && { status: Number(full), message: textOf(create, full) },
    missing: { message: textOf(read, "404") || "TODO: the text of its 404" },
  };
  return { nameProperty, naturalKey: isTaken ? naturalKey : undefined, emulator };
}

/** A default can be an example, such as `ssp_n7SNCL8seoyV1TuSTCnAeo`. A pattern is `^grp_[a-z]{14,22}$`. */
function formOfId({ default: example, pattern }: Schema) {
  const [, prefix, text] = /^([a-z]+)_(\w+)$/.exec(String(example)) ?? [];
  if (prefix && text) return { prefix, lengths: [text.length] };
  const [, start, ...lengths] = /^\^?([a-z]+)_.*\{(\d+),?(\d+)?\}\$?$/.exec(String(pattern)) ?? [];
  return start ? { prefix: start, lengths: lengths.filter(Boolean).map(Number) } : undefined;
}
