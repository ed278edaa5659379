import * as pulumi from "@pulumi/pulumi";
import type { Schema } from "../provider/schema/packageSchema";
import { hasSecret } from "../provider/schema/secrets";

/**
 * Marks every value that the schema calls secret: a leaf by itself, so that its neighbours stay
 * readable in plans; an Output or a Promise whole, since nothing can be said of its parts.
 */
export function wrapSecrets(schema: Schema, value: unknown): unknown {
  if (value === undefined || value === null || !hasSecret(schema)) return value;
  if (schema.secret || pulumi.Output.isInstance(value) || value instanceof Promise) {
    return pulumi.secret(value);
  }
  if (Array.isArray(value)) return value.map((item) => wrapSecrets(schema.items ?? {}, item));
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, wrapSecrets(propertyOf(schema, key), item)]),
  );
}

/** A key's schema in any branch that holds a secret there: a mistaken tag must not unwrap one. */
function propertyOf(schema: Schema, key: string): Schema {
  const found = (schema.oneOf ?? [schema]).flatMap(({ properties }) => properties?.[key] ?? []);
  const [only = {}] = found;
  return found.length < 2 ? only : { type: "object", oneOf: found };
}
