import { isObject, type Json, type Props } from "../../../provider/shared/json";

// Reads what a forge sent. It may be anything, so every field is checked before it is used.

/** A response, or a part of it, is not what the forge's API describes. */
export class UnexpectedShape extends Error {}

export const text = (item: Props, key: string): string =>
  typeof item[key] === "string" ? item[key] : unexpected(key, "a string");

/** A string that may be null or absent. */
export const optionalText = (item: Props, key: string): string | undefined =>
  (item[key] ?? undefined) === undefined ? undefined : text(item, key);

export const integer = (item: Props, key: string): number =>
  Number.isSafeInteger(item[key]) ? (item[key] as number) : unexpected(key, "a whole number");

export const object = (item: Props, key: string): Props => {
  const value = item[key];
  return isObject(value) ? value : unexpected(key, "an object");
};

/** Names of files and outputs contain it, so it must not be anything else. */
export const commitHash = (item: Props, key: string): string => {
  const hash = text(item, key);
  return /^[0-9a-f]+$/i.test(hash) ? hash : unexpected(key, "the hash of a commit");
};

export const asObject = (body: Json | undefined): Props =>
  isObject(body) ? body : unexpected("the body", "an object");

/** The objects of a list; `key` is the property that contains it, if it is not the body itself. */
export function listOfObjects(body: Json | undefined, key: string | undefined): Props[] {
  const list = key === undefined ? body : asObject(body)[key];
  const isList = Array.isArray(list) && list.every(isObject);
  return isList ? list : unexpected(key ?? "the body", "a list of objects");
}

function unexpected(what: string, expected: string): never {
  throw new UnexpectedShape(`${what} is not ${expected}`);
}
