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
  /** Arguments that a check refuses. */
  wrong: WrongInput[];
  /** The secrets of `valid`, in its order: no plan, state, log or message may contain one. Each contains `canary-`. */
  canaries: Record<string, string>;
  /** What the service's ids begin with; absent if the id is fixed. */
  idPrefix?: string;
  /** Inputs with which an object has a natural key of its own: one key for each number or text. */
  unique?(which: number | string): Props;
}
