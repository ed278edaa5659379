import type { Schema } from "../../provider/schema/packageSchema";
import { mayBeSecret } from "../../provider/schema/secrets";
import { map } from "../../provider/schema/walk";
import { isObject, type Json, type Props } from "../../provider/shared/json";
import { secretReplacement } from "../../provider/shared/redact";
import { isSecretMark } from "../../provider/stateStrings";

/**
 * A value without secrets. These are the ones that Pulumi marks, the ones that the schema declares, and
 * values of a type that the schema doesn't know.
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

/** The path of the secret that one of the engine's paths leads to, or into. Undefined if there is none. */
export function secretPath(schema: Schema, value: Json, path: string): string | undefined {
  let current: Json | undefined = maskSecrets(schema, value);
  // Each match is a key, with its quote and bracket in paths such as `configuration.headers["X-Key"][0]`.
  for (const { 0: step, 1: key = "", index } of path.matchAll(/([^.[\]"]+)"?\]?/g)) {
    current = isObject(current) || Array.isArray(current) ? (current as Props)[key] : undefined;
    if (current === secretReplacement) return path.slice(0, index + step.length);
  }
  return undefined;
}
