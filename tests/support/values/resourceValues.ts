import type { Props } from "../../../provider/shared/json";

/** A mistake, the arguments that contain it, and every message that a user gets. */
export type WrongInput = [mistake: string, args: unknown, ...messages: string[]];

/** A resource's sample values. Every test that is not about one resource uses them. */
export interface ResourceValues {
  /**
   * A program's inputs by logical name, one for each branch of a union. A tenant can have all of them.
   * Their secrets are the canaries.
   */
  valid: Record<string, object>;
  /** The first of `valid` after an update in place. */
  changed: object;
  /** The first of `valid` after a change that replaces the object; absent if there is none. */
  replaced?: object;
  /** Arguments that a check rejects. */
  wrong: WrongInput[];
  /** The mistakes of `wrong` that Auth0's published contract accepts. */
  lenient?: string[];
  /** The secrets of `valid` in its order, which no output may contain. Each contains `canary-`. */
  canaries: Record<string, string>;
  /** The prefix of Auth0's ids. Absent if the id is fixed. */
  idPrefix?: string;
  /**
   * Inputs that are unique for each number or text: the natural key, or the name if there is no key. Absent
   * only if a tenant has one such object.
   */
  unique?(which: number | string): Props;
  /** Values of `valid` and `changed` that no tenant has. Acceptance tests get them from an option. */
  external?: { option: string; value: string; what: string }[];
}

/** The end of a message about a value of an open enumeration. */
export const newerValue =
  "\nIf Auth0 has a newer value, set unknownValues to warn. More: https://github.com/pulumi-auth0-native/pulumi-auth0-native/blob/main/docs/troubleshooting.md#must-be-one-of";
