import { isObject, type Json, type Props } from "../../../provider/shared/json";

// Reads responses of a forge, and variables of its jobs. They may be anything, so every field is checked first.

/** The error for a response that the forge's API doesn't describe. */
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

/** The value of a variable that a command needs. */
export function requireVariable(env: NodeJS.ProcessEnv, name: string, hint?: string): string {
  const value = env[name];
  if (value) return value;
  const runner = name.startsWith("GITHUB_") ? "GitHub Actions" : "GitLab CI";
  throw new Error(`${name} isn't set. ${hint ?? `Run this command in a ${runner} job.`}`);
}
