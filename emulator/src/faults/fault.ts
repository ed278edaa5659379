import type { RequestRecord } from "../http/requestRecord";

/** A failure to simulate: which requests it affects, when, and how. */
export interface Fault {
  /**
   * `"POST /event-streams"` as in `RequestRecord.route`, `"POST /oauth/token"`, or `"*"` for every
   * API request, which excludes token requests. @default "*"
   */
  route?: string;
  /** The number of matching requests that pass before the first one is affected. @default 0 */
  skip?: number;
  /** The number of requests to affect; 0: all, until the faults are cleared. @default 1 */
  times?: number;
  /**
   * "before": the handler does not run. "after": the handler runs first, and its effect stays.
   * "late": the handler runs after the response, once `lateMs` or `lateRequests` have passed.
   * @default "before"
   */
  when?: "before" | "after" | "late";
  /** For "late": milliseconds by the tenant's clock. */
  lateMs?: number;
  /** For "late": the number of further API requests that do not see the effect yet. */
  lateRequests?: number;
  kind: FaultKind;
  /**
   * The status of the response. @default 502 for html; otherwise the handler's own status with
   * "after", and 200 without it
   */
  status?: number;
  /** Further headers of the response. */
  headers?: Record<string, string>;
  /**
   * For status and html. A string is sent unchanged, anything else as JSON. With "after" it may be a
   * function, which gets the handler's body and returns the body to send, or a promise of it.
   */
  body?: unknown;
  /** For slow, in milliseconds. @default 1000 */
  delayMs?: number;
  /** For deleted: the id of the object to delete. @default the first object of the list */
  id?: string;
}

export type FaultKind =
  /**
   * Responds with `status`, `headers` and `body`. Without a body, a status from 400 on has the service's
   * error body, and any other response keeps the body of the handler.
   */
  | "status"
  /** Responds with the HTML page of a gateway. */
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
  /** Sends the handler's response `delayMs` later. "before" waits before the handler runs. */
  | "slow"
  /** Revokes every token issued so far, before the request is authorized. */
  | "revoked"
  /** Expires every checkpoint id issued so far, before the request is handled. */
  | "expired"
  /** Deletes an object after this page of a list: the following pages move up by one. */
  | "deleted";

/** What the hook `tenant.respond` returns: a fault of kind status for this request. */
export interface CannedResponse extends Pick<Fault, "status" | "body" | "headers"> {
  /** The handler runs first, and keeps what is not given here. @default false */
  after?: boolean;
}

type MaybeResponse = CannedResponse | undefined;

/** A promise holds up the request. */
export type RespondHook = (request: RequestRecord) => MaybeResponse | Promise<MaybeResponse>;
