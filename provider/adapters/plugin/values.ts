import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Schema } from "../../schema/packageSchema";
import type { Path } from "../../schema/path";
import { mayBeSecret, wordsOfSchema } from "../../schema/secrets";
import { map, visit } from "../../schema/walk";
import { isObject, type Json, type Props } from "../../shared/json";
import { minRedactableLength } from "../../shared/redact";
import { isSecretMark, secretValue } from "../../stateStrings";

/** A bag of the engine, as plain values. */
export interface Received {
  props: Props;
  /** Where the program or the state marks a secret. */
  secretPaths: Path[];
}

export function receive(struct: Struct | undefined): Received {
  const secretPaths: Path[] = [];
  const value = unmarkSecrets((struct?.toJavaScript() ?? {}) as Json, [], secretPaths);
  return { props: value as Props, secretPaths };
}

function unmarkSecrets(value: Json, within: Path, secretPaths: Path[]): Json {
  return map({}, value, (place, below) => {
    if (!isObject(place.value) || !isSecretMark(place.value)) return below();
    const path = [...within, ...place.path];
    secretPaths.push(path);
    return unmarkSecrets(place.value.value ?? null, path, secretPaths);
  });
}

/** Marks what the schema calls secret, and what is secret at these paths. */
export function send(schema: Schema, props: Props, secretPaths: Path[]): Struct {
  return Struct.fromJavaScript(markSecrets(schema, props, secretPaths) as Props);
}

function markSecrets(schema: Schema, props: Props, secretPaths: Path[]): Json {
  return map(
    schema,
    props,
    (place, below) => {
      // Sets are sorted, so an index does not lead to the same item as before: the array becomes secret.
      const isMarked = secretPaths.some(
        (path) =>
          isAtOrBelow(path, place.path) &&
          (path.length === place.path.length || Array.isArray(place.value)),
      );
      return mayBeSecret(place) || isMarked ? secretValue(place.value) : below();
    },
    { everyBranch: true },
  );
}

const isAtOrBelow = (path: Path, place: Path) => place.every((key, depth) => key === path[depth]);

/**
 * The texts that the program marks secret and that no message may repeat. Not the words of the schema,
 * and no short text: a program can mark a whole object, and `basic` or `5` occur in every message.
 */
export function markedTexts(schema: Schema, { props, secretPaths }: Received): string[] {
  const words = new Set(wordsOfSchema(schema, props));
  return secretPaths
    .flatMap((path) => textsIn(valueAt(props, path)))
    .filter((text) => text.length >= minRedactableLength && !words.has(text));
}

const valueAt = (props: Props, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Props)[key] : undefined,
    props,
  );

const textsIn = (value: Json = null): string[] =>
  visit({}, value).flatMap(({ value: text }) => (typeof text === "object" ? [] : [String(text)]));
