import { type HttpAnswer, NoAnswer } from "./http";
import { isObject, type Json } from "./json";
import { redact } from "./redact";

interface Parts {
  /** What was asked and what came back. */
  came: string;
  next?: string | undefined;
  correlationId?: string | undefined;
}

/** A request that the service, or somebody before it, did not grant. */
export class ApiError extends Error {
  /** Whether the service itself says that there is no such object. */
  gone = false;
  /** Nobody knows whether the service did what was asked. */
  unsure = false;
  status: number | undefined;

  constructor(private readonly parts: Parts) {
    const { came, next, correlationId } = parts;
    const trace = correlationId ? ` [correlation id ${correlationId}]` : "";
    super(`${came}${next ? `; ${next}` : ""}${trace}`);
  }

  /** The same with another next step. */
  advise(next: string): ApiError {
    const { gone, unsure, status } = this;
    return Object.assign(new ApiError({ ...this.parts, next }), { gone, unsure, status });
  }

  /** The same where an earlier attempt leaves it open what was done. */
  doubt(): ApiError {
    const { gone, status } = this;
    return Object.assign(new ApiError(this.parts), { gone, unsure: true, status });
  }
}

export interface Failure {
  /** Method and path, or what else was asked. */
  asked: string;
  outcome: HttpAnswer | NoAnswer;
  unsure?: boolean;
  /** What to do next, where the caller knows better. */
  advice?: string | undefined;
  scope?: string;
  /** What the answer may repeat and the message may not. */
  secrets?: string[];
  correlationId?: string | undefined;
}

/** One line: what was asked, what came back, what to do next. */
export function apiError(failure: Failure): ApiError {
  const { asked, outcome, correlationId, secrets = [], unsure = false } = failure;
  if (outcome instanceof NoAnswer) {
    const came = `${asked}: ${outcome.message}`;
    const error = new ApiError({ came, next: outcome.advice, correlationId });
    return Object.assign(error, { unsure });
  }
  const { status, body } = outcome;
  // A gateway's text says nothing about the object, not even with status 404.
  const gone = status === 404 && typeof body !== "string";
  const next = status === 404 && !gone ? undefined : nextStep(failure, outcome);
  const came = `${asked}: ${describeAnswer(outcome, secrets)}`;
  return Object.assign(new ApiError({ came, next, correlationId }), { gone, unsure, status });
}

/** A gateway's page: it says nothing about what was asked, whatever its status. */
export const webPage = /^\s*</;

function describeAnswer({ status, body }: HttpAnswer, secrets: string[]): string {
  if (webPage.test(String(body))) return `${status}, with a web page: not the service answered`;
  if (!isObject(body)) return body === undefined ? `${status}` : `${status}, with no JSON object`;
  // Secrets go before anything is cut or folded, or they would not be recognised any more.
  const text = (...values: (Json | undefined)[]) => {
    const said = values.find((value): value is string => typeof value === "string");
    return said && redact(said, secrets).replace(/\s+/g, " ").slice(0, 500).replace(/\.$/, "");
  };
  const code = text(body.errorCode, body.error);
  const said = text(body.message, body.error_description);
  return `${status}${code ? ` ${code}` : ""}${said ? `: ${said}` : ""}`;
}

function nextStep({ advice, scope }: Failure, { status, body }: HttpAnswer): string | undefined {
  if (status < 300) return advice;
  if (status === 408 || status >= 500) return undefined;
  if (status < 400) return "redirects are not followed; check the domain";
  if (status === 407) return "the proxy asks for credentials; put them into HTTPS_PROXY";
  if (status === 429) return "the tenant's rate limit; run again later, or with less --parallel";
  if (advice !== undefined || webPage.test(String(body))) return advice;
  if (status === 401) return "the service refused the access token; check its audience and age";
  if (status === 403 && isObject(body) && body.errorCode === "insufficient_entitlement") {
    return "the tenant's plan does not include this feature; no scope will help";
  }
  return status === 403 && scope ? `grant the scope ${scope} to the application` : undefined;
}
