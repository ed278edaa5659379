import type { Schema } from "../../provider/schema/packageSchema";
import { mayBeSecret } from "../../provider/schema/secrets";
import { map } from "../../provider/schema/walk";
import { isObject, type Json } from "../../provider/shared/json";
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
