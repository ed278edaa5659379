import { isObject, type Json } from "../shared/json";
import type { HttpRequest } from "./http";
import { NoResponse } from "./networkError";
import { idForm } from "./operation";
import type { Outcome } from "./outcome";
import { remainingOf } from "./rateLimiter";

/**
 * The line of the request log about an attempt. `name` is the request's method and path, with the object's
 * id. The line has no query, and of the bodies only the id of an object that the request has created.
 */
export function requestLine(
  name: string,
  { method, headers }: HttpRequest,
  outcome: Outcome,
  attempt: number,
  ms: number,
): string {
  const hasResponse = !(outcome instanceof NoResponse);
  const result = hasResponse ? `status ${outcome.status}` : outcome.message;
  const remaining = hasResponse ? remainingOf(outcome.headers) : Number.POSITIVE_INFINITY;
  const budget = Number.isFinite(remaining) ? `, budget ${remaining}` : "";
  const id = headers["X-Correlation-ID"];
  const trace = id === undefined ? "" : ` [correlation ID ${id}]`;
  const created = method === "POST" && hasResponse ? idIn(outcome.body) : "";
  return `${name}: ${result}${created}, attempt ${attempt}, ${Math.round(ms)} ms${budget}${trace}`;
}

function idIn(body: Json | undefined): string {
  const id = isObject(body) ? body.id : undefined;
  return typeof id === "string" && idForm.test(id) ? `, id ${id}` : "";
}
