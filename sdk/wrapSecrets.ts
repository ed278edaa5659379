import * as pulumi from "@pulumi/pulumi";
import type { Schema } from "../provider/schema/packageSchema";
import { hasSecret } from "../provider/schema/secrets";
import { propertyOfAnyBranch } from "../provider/schema/traverse";

/**
 * Marks every value that the schema calls secret. A plain value is marked alone, so that plans show
 * its neighbours. An Output or a Promise that can hold a secret is marked as a whole, because its
 * parts are not known yet.
 */
export function wrapSecrets(schema: Schema, value: unknown): unknown {
  if (value === undefined || value === null || !hasSecret(schema)) return value;
  if (schema.secret || pulumi.Output.isInstance(value) || value instanceof Promise) {
    return pulumi.secret(value);
  }
  if (Array.isArray(value)) return value.map((item) => wrapSecrets(schema.items ?? {}, item));
  if (typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    wrapSecrets(propertyOfAnyBranch(schema, key), item),
  ]);
  return Object.fromEntries(entries);
}
