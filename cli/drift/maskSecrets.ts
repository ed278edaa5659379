import type { Schema } from "../../provider/schema/packageSchema";
import { isObject, type Json, type Props } from "../../provider/shared/json";

/**
 * Pulumi's mark of a secret in states and events: `specialSigKey` and `specialSecretSig` in
 * sdk/nodejs/runtime/rpc.ts of pulumi/pulumi. In events, the value is removed already.
 */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Replaces a secret. */
export const secret = "[secret]";

/** A value without secrets: those that Pulumi marks, and those that the schema declares. */
export function maskSecrets(schema: Schema, value: Json): Json {
  if (schema.secret) return secret;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(schema.items ?? {}, item));
  if (!isObject(value)) return value;
  if (value[signatureKey] === secretSignature) return secret;

  // By every branch: if the tag is wrong, the secrets of all branches are still secrets.
  const branches = schema.oneOf ?? [schema];
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      branches.reduce(
        (masked, branch) => maskSecrets(ownProperty(branch.properties ?? {}, key) ?? {}, masked),
        item,
      ),
    ]),
  );
}

/** Whether a path of the engine leads to a secret, or into one. */
export function isSecretPath(schema: Schema, value: Json, path: string): boolean {
  let place: Json | undefined = maskSecrets(schema, value);
  for (const key of path.split(/[.[\]"]+/).filter(Boolean)) {
    if (place === secret) return true;
    place = isObject(place) || Array.isArray(place) ? (place as Props)[key] : undefined;
  }
  return place === secret;
}

/** Without what every object inherits, such as `constructor`. */
export const ownProperty = <T>(object: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;
