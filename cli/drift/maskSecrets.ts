import type { Schema } from "../../provider/schema/packageSchema";
import { branchesOf } from "../../provider/schema/traverse";
import { isObject, type Json, ownProperty, type Props } from "../../provider/shared/json";

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

  const entries = Object.entries(value).map(([key, item]) => [
    key,
    maskByEveryBranch(schema, key, item),
  ]);
  return Object.fromEntries(entries);
}

/** If the discriminator is wrong, the secrets of all branches are still secrets. */
function maskByEveryBranch(schema: Schema, key: string, value: Json): Json {
  let masked = value;
  for (const { properties = {} } of branchesOf(schema)) {
    masked = maskSecrets(ownProperty(properties, key) ?? {}, masked);
  }
  return masked;
}

/** Whether a path of the engine leads to a secret, or into one. */
export function isSecretPath(schema: Schema, value: Json, path: string): boolean {
  let current: Json | undefined = maskSecrets(schema, value);
  for (const key of path.split(/[.[\]"]+/).filter(Boolean)) {
    if (current === secret) return true;
    current = isObject(current) || Array.isArray(current) ? (current as Props)[key] : undefined;
  }
  return current === secret;
}
