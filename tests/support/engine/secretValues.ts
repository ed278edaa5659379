import { resourceSchema, type Schema } from "../../../provider/schema/packageSchema";
import { childSchemas } from "../../../provider/schema/walk";
import { isObject, type Json, mapProps, type Props } from "../../../provider/shared/json";

/** Pulumi's protocol marks a secret with this key and this value. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** A secret in the form between the engine and a provider. */
export const secret = <Value extends Json>(value: Value) => ({
  [signatureKey]: secretSignature,
  value,
});

function isSecret(value: Json | undefined): value is { value: Json } {
  return isObject(value) && value[signatureKey] === secretSignature;
}

/** Values without any mark. */
export function unmarked<Value extends Json>(value: Value): Value {
  if (isSecret(value)) return unmarked(value.value) as Value;
  if (Array.isArray(value)) return value.map(unmarked) as Value;
  return isObject(value) ? (mapProps(value, unmarked) as Value) : value;
}

/** The paths of the outermost marks, in the order of the properties. */
export function secretPaths(value: Json | undefined, path = ""): string[] {
  if (isSecret(value)) return [path];
  if (Array.isArray(value))
    return value.flatMap((item, index) => secretPaths(item, `${path}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    secretPaths(item, path ? `${path}.${key}` : key),
  );
}

/** A kind's secret properties in schema.json, by name. No other property has such a name. */
export const secretProperties = (kind: string) =>
  new Map(secretsBelow(resourceSchema(kind).inputs));

function secretsBelow({ properties = {}, ...schema }: Schema): [string, Schema][] {
  const own = Object.entries(properties).filter(([, property]) => property.secret);
  return [...own, ...childSchemas({ properties, ...schema }).flatMap(secretsBelow)];
}

/** Changes every value that is secret in schema.json. */
export function mapSecrets(
  kind: string,
  bag: Props,
  change: (value: Json, schema: Schema) => Json,
): Props {
  const secrets = secretProperties(kind);
  const mapped = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(mapped);
    if (!isObject(value)) return value;
    return mapProps(value, (item, key) => {
      const schema = secrets.get(key);
      return schema && item !== null ? change(mapped(item), schema) : mapped(item);
    });
  };
  return mapped(bag) as Props;
}

/** Properties as the engine sends them after a check, with marks on the secrets of schema.json. */
export const marked = (kind: string, bag: Props): Props => mapSecrets(kind, bag, secret);

/** The paths of properties that are secret in schema.json, but not marked. */
export function unmarkedSecrets(kind: string, bag: Props): string[] {
  const found = new Set(secretPaths(bag));
  return secretPaths(marked(kind, unmarked(bag))).filter((path) => !covered(path, found));
}

/** Whether a path or one that contains it is marked. */
const covered = (path: string, found: ReadonlySet<string>) =>
  [...found].some(
    (one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`),
  );
