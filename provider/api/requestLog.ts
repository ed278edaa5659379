import type { HttpRequest } from "./http";
import { NoResponse } from "./networkError";
import type { Outcome } from "./outcome";
import { remainingOf } from "./rateLimiter";

/** The line of the request log about an attempt. It has no id of an object, no query, and no part of a body. */
export function requestLine(
  request: string,
  headers: HttpRequest["headers"],
  outcome: Outcome,
  attempt: number,
  ms: number,
): string {
  const hasResponse = !(outcome instanceof NoResponse);
  const result = hasResponse ? `status ${outcome.status}` : outcome.message;
  const remaining = hasResponse ? remainingOf(outcome.headers) : Number.POSITIVE_INFINITY;
  const budget = Number.isFinite(remaining) ? `, budget ${remaining}` : "";
  const id = headers["X-Correlation-ID"];
  const trace = id === undefined ? "" : ` [correlation id ${id}]`;
  return `${request}: ${result}, attempt ${attempt}, ${Math.round(ms)} ms${budget}${trace}`;
}
