import { sentence } from "../schema/wording";
import { isObject, type Json } from "../shared/json";
import { redact } from "../shared/redact";
import { adviceFor } from "./errorAdvice";
import type { HttpResponse } from "./http";
import { NoResponse } from "./networkError";
import { classifyOutcome, isTemporary, isWebPage, type Outcome, type OutcomeKind } from "./outcome";

interface ApiErrorDetails {
  /** What was requested and what came back. */
  failure: string;
  /** Why, and what to do next: sentences, with a line for each remedy. */
  advice?: string | undefined;
  correlationId?: string | undefined;
  status?: number | undefined;
  kind: OutcomeKind;
  mayHaveRun?: boolean;
  availableAt?: number | undefined;
}

/** A request that Auth0, or a gateway in front of it, did not grant. */
export class ApiError extends Error {
  /** The response's status; undefined where there was no response. */
  readonly status: number | undefined;
  /** What the last attempt of the request ended with. */
  readonly kind: OutcomeKind;
  /** Whether Auth0 may have done what was requested, in this attempt or an earlier one. */
  readonly mayHaveRun: boolean;
  /** When the sender accepts requests again, if that is later than a run waits. */
  readonly availableAt: number | undefined;

  constructor(private readonly details: ApiErrorDetails) {
    const { failure, advice, correlationId, status, kind, mayHaveRun = false } = details;
    const trace = correlationId && `Correlation ID: ${correlationId}`;
    super([sentence(failure), advice, trace].filter(Boolean).join("\n"));
    this.status = status;
    this.kind = kind;
    this.mayHaveRun = mayHaveRun;
    this.availableAt = details.availableAt;
  }

  advise(advice: string): ApiError {
    return new ApiError({ ...this.details, advice });
  }

  add(more: string): ApiError {
    const { advice } = this.details;
    return this.advise(advice ? `${advice}\n${more}` : more);
  }

  /** The same error, where an attempt of the request may have run. */
  markUncertain(): ApiError {
    return new ApiError({ ...this.details, mayHaveRun: true });
  }
}

export interface FailedRequest {
  /** As in Settings. */
  settingPrefix: string;
  request: string;
  outcome: Outcome;
  /** What to do next, where the caller knows more than the status says. */
  advice?: string | undefined;
  /** The permissions each of which is enough; absent for the token endpoint. */
  scopes?: string[];
  /** Whether the path names no object. */
  isOfCollection?: boolean;
  /** Texts that the response may repeat and the message may not. */
  secrets?: string[];
  correlationId?: string | undefined;
}

/** An error whose first line says what was requested and what came back. */
export function apiError(failed: FailedRequest): ApiError {
  const { request, outcome, correlationId, settingPrefix, secrets = [] } = failed;
  const kind = classifyOutcome(outcome);
  if (outcome instanceof NoResponse) {
    const { message, timedOut } = outcome;
    const advice = timedOut
      ? `Try again later.\nTo wait longer, set ${settingPrefix}timeout.`
      : outcome.advice;
    return new ApiError({ failure: `${request}: ${message}`, advice, correlationId, kind });
  }
  return new ApiError({
    failure: `${request}: ${describeResponse(outcome, secrets)}`,
    advice: adviceFor(outcome, { ...failed, kind }),
    correlationId,
    status: outcome.status,
    availableAt: outcome.availableAt,
    kind: failed.scopes || isTemporary(kind) ? kind : "noToken",
  });
}

/** Status, code and message of a response, on one line and without secrets. */
function describeResponse({ status, body }: HttpResponse, secrets: string[]): string {
  if (isWebPage(body)) {
    const title = oneLine([titleOf(String(body))], secrets);
    return `${status}, with a web page${title ? ` "${title}"` : ""} instead of a response from Auth0`;
  }
  if (body === undefined) return `${status}`;
  if (!isObject(body)) return `${status}, without a JSON object`;

  // The token endpoint calls them `error` and `error_description` (RFC 6749 section 5.2).
  const code = oneLine([body.errorCode, body.error], secrets);
  const message = oneLine([body.message, body.error_description], secrets);
  return `${status}${code ? ` ${code}` : ""}${message ? `: ${message}` : ""}`;
}

/** The search covers only the start of a page, which may be long. */
const titleOf = (page: string): string | undefined =>
  /<title[^>]{0,200}>([^<]{1,300})</i.exec(page.slice(0, 10_000))?.[1]?.trim();

/** A longer text isn't redacted, because that takes time. */
const maxRedactedLength = 5000;
const maxShownLength = 500;

/** The first text among some values, without secrets, on one line of bounded length. */
export function oneLine(values: (Json | undefined)[], secrets: string[]): string | undefined {
  const text = values.find((value): value is string => typeof value === "string");
  if (text === undefined) return undefined;

  // Redaction comes first, because it would not recognise a secret that is cut or folded.
  const redacted = redact(text.slice(0, maxRedactedLength), secrets);
  // On a terminal, a control character could change the text before it.
  const folded = redacted.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ");
  // What replacing and folding shorten could show the first cut, and the start of a secret before it.
  if (text.length > maxRedactedLength && folded.length < maxShownLength) return undefined;
  return folded.slice(0, maxShownLength).replace(/\.$/, "");
}
