import { isObject, type Json } from "../shared/json";
import type { HttpResponse } from "./http";
import { NoResponse } from "./networkError";

/** What one attempt of a request ended with. */
export type Outcome = HttpResponse | NoResponse;

/** The properties of a request that its outcome is classified by. */
export interface RequestKind {
  method: string;
  /** Whether running it twice does no harm. Default: all methods but POST. */
  idempotent?: boolean;
}

export interface Classification {
  /** Whether to send the request again. */
  retry: boolean;
  /** Whether the service may have done what was requested, although the outcome does not show it. */
  mayHaveRun: boolean;
}

export function classifyOutcome(outcome: Outcome, request: RequestKind): Classification {
  const { method, idempotent = method !== "POST" } = request;
  if (outcome instanceof NoResponse) return classifyNoResponse(outcome, idempotent);

  const { status, body } = outcome;
  // Neither ran: the rate limit refused it, or it came too early (RFC 8470 section 5.2).
  if (status === 429 || status === 425) return { retry: true, mayHaveRun: false };
  if (isTemporary(status)) return { retry: idempotent, mayHaveRun: true };
  if (!isSuccessStatus(status) || isUsable(body, method)) {
    return { retry: false, mayHaveRun: false };
  }
  // A retry may return the whole JSON; a gateway's page would be returned again.
  return { retry: idempotent && !isWebPage(body), mayHaveRun: true };
}

function classifyNoResponse({ kind }: NoResponse, idempotent: boolean): Classification {
  switch (kind) {
    case "unreachable":
      return { retry: true, mayHaveRun: false };
    case "refused":
      return { retry: false, mayHaveRun: false };
    case "oversized":
      return { retry: false, mayHaveRun: true };
    case "lost":
      return { retry: idempotent, mayHaveRun: true };
  }
}

/** Whether the same request may succeed later. */
export const isTemporary = (status: number): boolean =>
  [408, 425, 429].includes(status) || status >= 500;

/** The response that confirms a request; undefined for any other outcome. */
export function successfulResponse(outcome: Outcome, method: string): HttpResponse | undefined {
  if (outcome instanceof NoResponse) return undefined;
  const successful = isSuccessStatus(outcome.status) && isUsable(outcome.body, method);
  return successful ? outcome : undefined;
}

const isSuccessStatus = (status: number) => status >= 200 && status < 300;

/** Status 200 may come with a web page or cut JSON. For a DELETE, any text but a page is enough. */
function isUsable(body: Json | undefined, method: string): boolean {
  if (typeof body !== "string") return true;
  return method === "DELETE" && !isWebPage(body);
}

/** A gateway's page: whatever its status, it says nothing about the request. */
export const isWebPage = (body: Json | undefined): boolean => /^\s*</.test(String(body));

/**
 * Whether a response is the service's own 404. Its errors are JSON with `statusCode` and `error`. A
 * gateway that has no route to the service returns 404 for every object: Kong and AWS send no
 * `statusCode`, Azure sends no `error`.
 */
export function isServiceNotFound({ status, body }: HttpResponse): boolean {
  if (status !== 404 || !isObject(body)) return false;
  const { statusCode, error, message } = body;
  return statusCode === 404 && typeof error === "string" && !unknownRoute.test(String(message));
}

/** What Node's frameworks (hapi, Express with Nest, Fastify) send for a route that they do not have. */
const unknownRoute = /^(Not Found$|Cannot [A-Z]+ |Route )/i;
