import { isObject, type Json } from "../shared/json";
import { redact } from "../shared/redact";
import { adviceFor, isConflict, mentionsMaximum } from "./errorAdvice";
import type { HttpResponse } from "./http";
import { NoResponse } from "./networkError";
import { isServiceNotFound, isWebPage, type Outcome } from "./outcome";

interface ApiErrorDetails {
  /** What was requested and what came back. */
  failure: string;
  /** What to do next. */
  advice?: string | undefined;
  correlationId?: string | undefined;
  status?: number | undefined;
  isNotFound?: boolean;
  isConflict?: boolean;
  mentionsMaximum?: boolean;
  mayHaveRun?: boolean;
  timedOut?: boolean;
  isOfGateway?: boolean;
}

/** A request that the service, or a gateway in front of it, did not grant. */
export class ApiError extends Error {
  /** The response's status; undefined where there was no response. */
  readonly status: number | undefined;
  /** Whether this is the service's own 404: it has no such object. */
  readonly isNotFound: boolean;
  /** Whether the service refuses the request because of another object. */
  readonly isConflict: boolean;
  /** Whether the cause may be that the tenant has its maximum of such objects. */
  readonly mentionsMaximum: boolean;
  /** Whether the service may have done what was requested. */
  readonly mayHaveRun: boolean;
  /** The request timed out, here or at a gateway: the service may still complete it. */
  readonly timedOut: boolean;
  /** The response is not the service's, so its status says nothing about the request. */
  readonly isOfGateway: boolean;

  constructor(private readonly details: ApiErrorDetails) {
    const { failure, advice, correlationId, status } = details;
    const {
      isNotFound = false,
      isConflict = false,
      mayHaveRun = false,
      timedOut = false,
    } = details;
    const next = advice ? `; ${advice}` : "";
    const trace = correlationId ? ` [correlation id ${correlationId}]` : "";
    super(`${failure}${next}${trace}`);
    this.status = status;
    this.isNotFound = isNotFound;
    this.isConflict = isConflict;
    this.mentionsMaximum = details.mentionsMaximum ?? false;
    this.mayHaveRun = mayHaveRun;
    this.timedOut = timedOut;
    this.isOfGateway = details.isOfGateway ?? false;
  }

  /** The same error with another advice. */
  advise(advice: string): ApiError {
    return new ApiError({ ...this.details, advice });
  }

  /** The same error with more advice. */
  add(more: string): ApiError {
    const { advice } = this.details;
    return this.advise(advice ? `${advice}; ${more}` : more);
  }

  /** The same error, where an earlier attempt of the request may have run. */
  markUncertain(): ApiError {
    return new ApiError({ ...this.details, mayHaveRun: true });
  }
}

export interface FailedRequest {
  /** Method, path and domain, for the message. */
  request: string;
  outcome: Outcome;
  /** What to do next, where the caller knows more than the status says. */
  advice?: string | undefined;
  /** The permissions each of which is enough; absent for the token endpoint. */
  scopes?: string[];
  /** Texts that the response may repeat and the message may not. */
  secrets?: string[];
  correlationId?: string | undefined;
}

/** An error of one line: what was requested, what came back, what to do next. */
export function apiError(failed: FailedRequest): ApiError {
  const { request, outcome, correlationId, secrets = [] } = failed;
  if (outcome instanceof NoResponse) {
    return new ApiError({
      failure: `${request}: ${outcome.message}`,
      advice: outcome.advice,
      correlationId,
      timedOut: outcome.timedOut,
    });
  }
  return new ApiError({
    failure: `${request}: ${describeResponse(outcome, secrets)}`,
    advice: adviceFor(outcome, failed),
    correlationId,
    status: outcome.status,
    isNotFound: isServiceNotFound(outcome),
    isConflict: isConflict(outcome),
    mentionsMaximum: mentionsMaximum(outcome),
    timedOut: timeoutStatuses.includes(outcome.status),
    // The service sends JSON.
    isOfGateway: outcome.body !== undefined && !isObject(outcome.body),
  });
}

/** HTTP's own, and those of Cloudflare's page "Cloudflare 5xx errors". */
const timeoutStatuses = [408, 504, 522, 524];

/** Status, code and message of a response, on one line and without secrets. */
function describeResponse({ status, body }: HttpResponse, secrets: string[]): string {
  if (isWebPage(body)) {
    const title = oneLine([titleOf(String(body))], secrets);
    return `${status}, with a web page${title ? ` "${title}"` : ""}: not a response of the service`;
  }
  if (body === undefined) return `${status}`;
  if (!isObject(body)) return `${status}, with no JSON object`;

  // The token endpoint calls them `error` and `error_description` (RFC 6749 section 5.2).
  const code = oneLine([body.errorCode, body.error], secrets);
  const message = oneLine([body.message, body.error_description], secrets);
  return `${status}${code ? ` ${code}` : ""}${message ? `: ${message}` : ""}`;
}

/** Searched only at a page's start: a page may be long. */
const titleOf = (page: string): string | undefined =>
  /<title[^>]{0,200}>([^<]{1,300})</i.exec(page.slice(0, 10_000))?.[1]?.trim();

/** Redaction takes time; a secret that is cut off at the end is still recognised. */
const maxRedactedLength = 5000;
const maxShownLength = 500;

/** The first text among some values, without secrets, on one line of bounded length. */
export function oneLine(values: (Json | undefined)[], secrets: string[]): string | undefined {
  const text = values.find((value): value is string => typeof value === "string");
  if (text === undefined) return undefined;

  // First of all, since a secret that is cut or folded would not be recognised.
  const redacted = redact(text.slice(0, maxRedactedLength), secrets);
  return (
    redacted
      // On a terminal, a control character could change the text before it.
      .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
      .slice(0, maxShownLength)
      .replace(/\.$/, "")
  );
}
