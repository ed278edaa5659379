import type { Operation } from "../../api/operation";
import type { ObjectList } from "../../resources/definition";
import type { Json, Props } from "../../shared/json";

/** A create that has not ended, or one that has ended but may still produce an object. */
export interface PendingCreate {
  name: string;
  create: Operation;
  list: ObjectList;
  body: Props;
  /**
   * For each property of the body, without its write-only parts, a text of its value. Two values are
   * equal if and only if their texts are.
   */
  readable: Record<string, string>;
  /** Whether an object of Auth0 has all values of the body that Auth0 returns. */
  matches: (object: Json) => boolean;
  naturalKey: NaturalKey;
}

/** The inputs because of which Auth0 rejects an object that has the same ones as another. */
export interface NaturalKey {
  names: string[];
  /** Undefined if an input of the key is not set. */
  value: string | undefined;
  /** The natural key of an object of the tenant. */
  of: (object: Props) => string | undefined;
}

/**
 * Whether one object could be the result of either create. A property that only one of them sends
 * decides nothing, because Auth0 may choose the same value for the other one.
 */
export function couldMatchSameObject(first: PendingCreate, second: PendingCreate): boolean {
  if (first.create !== second.create) return false;
  return Object.entries(second.readable).every(
    ([key, text]) => !(key in first.readable) || first.readable[key] === text,
  );
}
