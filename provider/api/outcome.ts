import { isObject, type Json } from "../shared/json";
import type { HttpResponse } from "./http";
import { NoResponse } from "./networkError";

export type Outcome = HttpResponse | NoResponse;

export type OutcomeKind =
  /** The response confirms the request. */
  | "success"
  /** The request did not arrive, or was rejected before it ran (429, 425): a retry may succeed. */
  | "notRun"
  /** The request may have run, and a retry may succeed. */
  | "lost"
  /** As `lost`, and Auth0 may still complete the request. */
  | "timedOut"
  /** The request may have run, and a retry would end the same way. */
  | "unreadable"
  /** Auth0's own 404: it has no such object. */
  | "notFound"
  /** The tenant has its maximum of such objects. */
  | "quota"
  /** The tenant's plan does not include the feature. */
  | "notEntitled"
  /** Another object is in the way. */
  | "conflict"
  /** Auth0 has one text for the two above. */
  | "conflictOrQuota"
  /** The rejection is not Auth0's, so its status says nothing about the request. */
  | "gateway"
  /** There is no access token, which says nothing about the request that needs it. */
  | "noToken"
  /** Any other rejection. */
  | "refused";

/** Whether Auth0 may have done what was requested, although the outcome does not show it. */
export const mayHaveRun = (kind: OutcomeKind): boolean =>
  ["lost", "timedOut", "unreadable"].includes(kind);

/** Whether the same request may succeed later. */
export const isTemporary = (kind: OutcomeKind): boolean =>
  ["notRun", "lost", "timedOut"].includes(kind);

/** Whether to repeat a request: one that does harm if it runs twice only if it has not run. */
export const isRetryable = (kind: OutcomeKind, idempotent: boolean): boolean =>
  idempotent ? isTemporary(kind) : kind === "notRun";

export const isSuccess = (outcome: Outcome, method: string): outcome is HttpResponse =>
  classifyOutcome(outcome, method) === "success";

export function classifyOutcome(outcome: Outcome, method?: string): OutcomeKind {
  if (outcome instanceof NoResponse) return outcome.kind;

  const { status, body } = outcome;
  // Neither ran: the rate limit rejected it, or it came too early (RFC 8470 section 5.2).
  if (status === 429 || status === 425) return "notRun";
  if (isTimeout(outcome)) return "timedOut";
  // A 501 says that the host does not know the operation, so a retry would end the same way.
  if (status === 501) return "gateway";
  if (status >= 500) return "lost";
  if (status < 200 || status >= 300) return kindOfRefusal(outcome);
  if (isUsable(body, method)) return "success";
  // A retry may return the whole JSON; a gateway's page would be returned again.
  return isWebPage(body) ? "unreadable" : "lost";
}

/** HTTP's own, and those of Cloudflare's page "Cloudflare 5xx errors". */
const timeoutStatuses = [408, 504, 522, 524];

/** Whether a request timed out, here or at a gateway. */
export const isTimeout = (outcome: Outcome): boolean =>
  outcome instanceof NoResponse ? outcome.timedOut : timeoutStatuses.includes(outcome.status);

function kindOfRefusal(response: HttpResponse): OutcomeKind {
  const { status, body } = response;
  // Auth0 sends JSON.
  if (body !== undefined && !isObject(body)) return "gateway";
  if (status === 404) return isServiceNotFound(response) ? "notFound" : "gateway";
  if (status === 403 && codeOf(response) === "insufficient_entitlement") return "notEntitled";
  const mentionsMaximum = maximumText.test(messageOf(response));
  // For event streams, Auth0 has one text for a maximum and for a name that is in use already.
  const mayBeConflict = /already/i.test(messageOf(response));
  const isQuota = quotaCode.test(codeOf(response)) || (mentionsMaximum && !mayBeConflict);
  if (isQuota && [400, 402, 403, 409].includes(status)) return "quota";
  if (status !== 409) return "refused";
  return mentionsMaximum ? "conflictOrQuota" : "conflict";
}

/** The texts that the API reference has for a create in a tenant that is full. */
const maximumText = /(maximum number|reached the limit) of |no more [\w -]+ can be created/i;

/** Codes such as `too_many_entities`; `limit` alone may belong to the name of a resource or a property. */
const quotaCode = /^too_many_(?!requests$)|(^|_)(quota|limit)s?_(exceeded|reached)$/;

export const codeOf = ({ body }: HttpResponse): string =>
  isObject(body) ? String(body.errorCode) : "";

export const messageOf = ({ body }: HttpResponse): string =>
  isObject(body) ? String(body.message) : "";

/** Status 200 may come with a web page or cut JSON. For a DELETE, any text but a page is enough. */
function isUsable(body: Json | undefined, method: string | undefined): boolean {
  if (typeof body !== "string") return true;
  return method === "DELETE" && !isWebPage(body);
}

/** A gateway's page: whatever its status, it says nothing about the request. */
export const isWebPage = (body: Json | undefined): boolean => /^\s*</.test(String(body));

/**
 * Whether a 404 is Auth0's own. Its errors are JSON with `statusCode` and `error`. A gateway that has
 * no route to Auth0 returns 404 for every object: Kong and AWS send no `statusCode`, Azure sends no
 * `error`.
 */
function isServiceNotFound({ body }: HttpResponse): boolean {
  const { statusCode, error, message } = isObject(body) ? body : {};
  return statusCode === 404 && typeof error === "string" && !unknownRoute.test(String(message));
}

/** What Node's frameworks (hapi, Express with Nest, Fastify) send for a route that they do not have. */
const unknownRoute = /^(Not Found$|Cannot [A-Z]+ |Route )/i;
