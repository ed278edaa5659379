import type { HttpAnswer } from "./http";
import { isObject, type Json } from "./json";

/** A request that the service, or somebody before it, did not grant. */
export class ApiError extends Error {
  /** Whether the service itself says that there is no such object. */
  gone = false;
}

export interface Failure {
  /** Method and path, or what else was asked. */
  asked: string;
  answer?: HttpAnswer;
  /** Why there is no answer. */
  reason?: string;
  /** What to do next, where the caller knows better. */
  advice?: string | undefined;
  scope?: string;
  correlationId?: string | undefined;
}

/** One line: what was asked, what came back, what to do next. */
export function apiError(failure: Failure): ApiError {
  const { asked, answer, reason, correlationId } = failure;
  const came = answer ? describeAnswer(answer) : reason;
  const next = answer && nextStep(failure, answer);
  const trace = correlationId ? ` [correlation id ${correlationId}]` : "";
  const gone = answer?.status === 404 && !isHtml(answer.body);
  const message = `${asked}: ${came}${next ? `; ${next}` : ""}${trace}`;
  return Object.assign(new ApiError(message), { gone });
}

function describeAnswer({ status, body }: HttpAnswer): string {
  if (isHtml(body)) return `${status}, with a web page: not the service answered`;
  if (!isObject(body)) return body === undefined ? `${status}` : `${status}, with no JSON object`;
  const code = textOf(body.errorCode) ?? textOf(body.error);
  const said = textOf(body.message) ?? textOf(body.error_description);
  return `${status}${code ? ` ${code}` : ""}${said ? `: ${said}` : ""}`;
}

function nextStep({ advice, scope }: Failure, { status, body }: HttpAnswer): string | undefined {
  if (advice !== undefined) return advice;
  if (status === 401) return "the service refused the access token; check the audience";
  if (status === 403 && isObject(body) && body.errorCode === "insufficient_entitlement") {
    return "the tenant's plan does not include this feature; no scope will help";
  }
  if (status === 403 && scope) return `grant the scope ${scope} to the application`;
  if (status === 429) return "the tenant's rate limit; run again later, or with less --parallel";
  return status >= 300 && status < 400 ? "redirects are not followed; check the domain" : undefined;
}

/** A gateway's page says nothing about the object, not even with status 404. */
function isHtml(body: Json | undefined): boolean {
  return typeof body === "string" && body.trimStart().startsWith("<");
}

/** One line of what a stranger wrote, of bounded length. */
function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value.replace(/\s+/g, " ").slice(0, 500) : undefined;
}
