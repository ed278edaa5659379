import { isObject, type Json, type Props } from "../../../provider/shared/json";

// Reads what a forge sent, or set for a job. It may be anything, so every field is checked before it is used.

/** A response, or a part of it, is not what the forge's API describes. */
export class UnexpectedShape extends Error {}

export const text = (item: Props, key: string): string =>
  typeof item[key] === "string" ? item[key] : unexpected(key, "a string");

export const optionalText = (item: Props, key: string): string | undefined =>
  (item[key] ?? undefined) === undefined ? undefined : text(item, key);

export const integer = (item: Props, key: string): number =>
  Number.isSafeInteger(item[key]) ? (item[key] as number) : unexpected(key, "a whole number");

export const object = (item: Props, key: string): Props => {
  const value = item[key];
  return isObject(value) ? value : unexpected(key, "an object");
};

export const asObject = (body: Json | undefined): Props =>
  isObject(body) ? body : unexpected("the body", "an object");

export const listOfObjects = (body: Json | undefined): Props[] =>
  Array.isArray(body) && body.every(isObject) ? body : unexpected("the body", "a list of objects");

function unexpected(what: string, expected: string): never {
  throw new UnexpectedShape(`${what} is not ${expected}`);
}

/** The value of a variable that a command cannot do without. */
export function requireVariable(env: NodeJS.ProcessEnv, name: string, hint?: string): string {
  const value = env[name];
  if (value) return value;
  const runner = name.startsWith("GITHUB_") ? "GitHub Actions" : "GitLab CI";
  throw new Error(`${name} is not set: ${hint ?? `${runner} sets it`}.`);
}
