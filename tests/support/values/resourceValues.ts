import type { Props } from "../../../provider/shared/json";

/** A mistake, the arguments that contain it, and every message that a user gets. */
export type WrongInput = [mistake: string, args: unknown, ...messages: string[]];

/** The sample values of a resource, in one form for all. Every test that is not about one resource uses them. */
export interface ResourceValues {
  /**
   * Inputs of a program, by logical name: one for each branch of a union. A tenant can have all of them. Their
   * secrets are the canaries.
   */
  valid: Record<string, object>;
  /** The first of `valid` after an update in place. */
  changed: object;
  /** The first of `valid` after a change that replaces the object; absent if there is none. */
  replaced?: object;
  /** Arguments that a check rejects. */
  wrong: WrongInput[];
  /** The mistakes of `wrong` that Auth0's published contract lets pass. */
  lenient?: string[];
  /** The secrets of `valid`, in its order: no plan, state, log or message may contain one. Each contains `canary-`. */
  canaries: Record<string, string>;
  /** What Auth0's ids begin with; absent if the id is fixed. */
  idPrefix?: string;
  /**
   * Inputs in which an object differs from all others, other ones for each number or text: its natural key, or
   * another input such as the name where it has no key. Absent only if a tenant has one such object.
   */
  unique?(which: number | string): Props;
  /** Values of `valid` and `changed` that exist in no tenant: acceptance tests take them from an option. */
  external?: { option: string; value: string; what: string }[];
}
