import type { Schema } from "../../provider/schema/packageSchema";
import { mayBeSecret } from "../../provider/schema/secrets";
import { map } from "../../provider/schema/walk";
import { isObject, type Json, type Props } from "../../provider/shared/json";
import { secretReplacement } from "../../provider/shared/redact";
import { isSecretMark } from "../../provider/stateContract";

/**
 * A value without secrets: those that Pulumi marks, whose values its events leave out, and those that
 * the schema declares, or whose type it does not know.
 */
export const maskSecrets = (schema: Schema, value: Json): Json =>
  map(
    schema,
    value,
    (place, below) =>
      mayBeSecret(place) || (isObject(place.value) && isSecretMark(place.value))
        ? secretReplacement
        : below(),
    { everyBranch: true },
  );

/** The path of the secret that a path of the engine leads to, or into; undefined if there is none. */
export function secretPath(schema: Schema, value: Json, path: string): string | undefined {
  let current: Json | undefined = maskSecrets(schema, value);
  // A key, with what ends it where the path has it in brackets: `configuration.headers["X-Key"][0]`.
  for (const { 0: step, 1: key = "", index } of path.matchAll(/([^.[\]"]+)"?\]?/g)) {
    current = isObject(current) || Array.isArray(current) ? (current as Props)[key] : undefined;
    if (current === secretReplacement) return path.slice(0, index + step.length);
  }
  return undefined;
}
