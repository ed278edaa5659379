import type { RequestRecord } from "../http/requestRecord";

/** A failure to simulate. */
export interface Fault {
  /**
   * `"POST /event-streams"` as in `RequestRecord.route`, `"POST /oauth/token"`, or `"*"` for every
   * API request, which excludes token requests. @default "*"
   */
  route?: string;
  /** The number of matching requests that pass before the first one is affected. @default 0 */
  skip?: number;
  /** The number of requests to affect. With 0, it affects all until the faults are cleared. @default 1 */
  times?: number;
  /**
   * With "before", the handler doesn't run. With "after", it runs first, and its effect stays. With
   * "late", it runs after the response, once `lateMs` or `lateRequests` have passed.
   * @default "before"
   */
  when?: "before" | "after" | "late";
  /** With "late", the milliseconds to wait, by the tenant's clock. */
  lateMs?: number;
  /** With "late", the number of further API requests that don't see the effect yet. */
  lateRequests?: number;
  kind: FaultKind;
  /**
   * The status of the response. @default 502 for html; otherwise with "after" the handler's own status,
   * and 200 without "after"
   */
  status?: number;
  /** Further headers of the response. */
  headers?: Record<string, string>;
  /**
   * The body of a fault of kind status or html. A string is sent unchanged, anything else as JSON. With
   * "after", it may be a function, which gets the handler's body and returns the body to send, or a
   * promise of it.
   */
  body?: unknown;
  /** The delay of a fault of kind slow, in milliseconds. @default 1000 */
  delayMs?: number;
}

export type FaultKind =
  /**
   * Responds with `status`, `headers`, and `body`. Without a body, a status of 400 or more has Auth0's
   * error body, and any other response keeps the handler's body.
   */
  | "status"
  /** Responds with a gateway's HTML page. */
  | "html"
  /** Responds without a body. */
  | "empty"
  /** Responds with half of the JSON, in an HTTP response that is complete. */
  | "truncated"
  /** Announces the whole body, sends half of it, and closes the connection. */
  | "cut"
  /** Closes the connection without a response. */
  | "drop"
  /** Never responds. */
  | "hang"
  /** Sends the handler's response `delayMs` later. With "before", the wait comes before the handler. */
  | "slow"
  /** Revokes every token issued so far, before the request is authorized. */
  | "revoked";

/** What the hook `tenant.respond` returns, a fault of kind status for this request. */
export interface CannedResponse extends Pick<Fault, "status" | "body" | "headers"> {
  /** Whether the handler runs first. Its response keeps whatever isn't given here. @default false */
  after?: boolean;
}

type MaybeResponse = CannedResponse | undefined;

/** A promise holds up the request. */
export type RespondHook = (request: RequestRecord) => MaybeResponse | Promise<MaybeResponse>;
