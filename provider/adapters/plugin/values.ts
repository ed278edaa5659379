import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Schema } from "../../schema/packageSchema";
import type { Path } from "../../schema/path";
import { wordsOfSchema } from "../../schema/secrets";
import { propertyOfAnyBranch } from "../../schema/traverse";
import { isObject, type Json, mapProps, type Props } from "../../shared/json";
import { minRedactableLength } from "../../shared/redact";
import { isSecretMark, secretValue } from "../../stateContract";

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

function unmarkSecrets(value: Json, path: Path, secretPaths: Path[]): Json {
  if (Array.isArray(value)) {
    return value.map((item, index) => unmarkSecrets(item, [...path, index], secretPaths));
  }
  if (!isObject(value)) return value;
  if (isSecretMark(value)) {
    secretPaths.push(path);
    return unmarkSecrets(value.value ?? null, path, secretPaths);
  }
  return mapProps(value, (item, key) => unmarkSecrets(item, [...path, key], secretPaths));
}

/** Marks what the schema calls secret, and what is secret at these paths. */
export function send(schema: Schema, props: Props, secretPaths: Path[]): Struct {
  return Struct.fromJavaScript(markSecrets(schema, props, secretPaths) as Props);
}

function markSecrets(schema: Schema, value: Json, secretPaths: Path[]): Json {
  // Sets are sorted, so an index does not lead to the same item as before: the array becomes secret.
  const isWhole = (path: Path) => path.length === 0 || Array.isArray(value);
  if (schema.secret || secretPaths.some(isWhole)) return secretValue(value);
  if (Array.isArray(value)) {
    return value.map((item) => markSecrets(schema.items ?? {}, item, []));
  }
  if (!isObject(value)) return value;
  return mapProps(value, (item, key) => {
    const paths = secretPaths.filter(([first]) => first === key).map(([, ...rest]) => rest);
    return markSecrets(propertyOfAnyBranch(schema, value, key), item, paths);
  });
}

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

function valueAt(props: Props, path: Path): Json | undefined {
  let value: Json | undefined = props;
  for (const key of path) {
    value = typeof value === "object" && value !== null ? (value as Props)[key] : undefined;
  }
  return value;
}

function textsIn(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  return typeof value === "object" ? Object.values(value).flatMap(textsIn) : [String(value)];
}
