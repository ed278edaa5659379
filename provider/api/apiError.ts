import { isObject, type Json } from "../shared/json";
import { redact } from "../shared/redact";
import type { HttpResponse } from "./http";
import { NoResponse } from "./networkError";

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
  mayHaveRun = false;
  /** The request timed out here or at a gateway: the service may still complete it. */
  timedOut = false;
  status: number | undefined;

  constructor(private readonly parts: Parts) {
    const { came, next, correlationId } = parts;
    const trace = correlationId ? ` [correlation id ${correlationId}]` : "";
    super(`${came}${next ? `; ${next}` : ""}${trace}`);
  }

  /** The same with another next step. */
  advise(next: string): ApiError {
    return this.copy({ ...this.parts, next });
  }

  /** The same with more to say about the next step. */
  add(more: string): ApiError {
    const { next } = this.parts;
    return this.advise(next ? `${next}; ${more}` : more);
  }

  /** The same where an earlier attempt leaves it open what was done. */
  markUncertain(): ApiError {
    return Object.assign(this.copy(this.parts), { mayHaveRun: true });
  }

  private copy(parts: Parts): ApiError {
    const { gone, mayHaveRun, timedOut, status } = this;
    return Object.assign(new ApiError(parts), { gone, mayHaveRun, timedOut, status });
  }
}

export interface Failure {
  /** Method and path, or what else was asked. */
  asked: string;
  outcome: HttpResponse | NoResponse;
  mayHaveRun?: boolean;
  /** What to do next, where the caller knows better. */
  advice?: string | undefined;
  scope?: string;
  /** What the answer may repeat and the message may not. */
  secrets?: string[];
  correlationId?: string | undefined;
}

/** One line: what was asked, what came back, what to do next. */
export function apiError(failure: Failure): ApiError {
  const { asked, outcome, correlationId, secrets = [], mayHaveRun = false } = failure;
  if (outcome instanceof NoResponse) {
    const came = `${asked}: ${outcome.message}`;
    const error = new ApiError({ came, next: outcome.advice, correlationId });
    return Object.assign(error, { mayHaveRun, timedOut: outcome.timedOut });
  }
  const { status } = outcome;
  const gone = isOwn404(outcome);
  const came = `${asked}: ${describeAnswer(outcome, secrets)}`;
  const next = nextStep(failure, outcome);
  const timedOut = timeoutStatuses.includes(status);
  return Object.assign(new ApiError({ came, next, correlationId }), {
    gone,
    mayHaveRun,
    timedOut,
    status,
  });
}

/** Of the service and gateways; 522 and 524 are Cloudflare's. */
const timeoutStatuses = [408, 504, 522, 524];

/** A gateway's page: it says nothing about what was asked, whatever its status. */
export const webPage = /^\s*</;

/**
 * The service's own errors are JSON with `statusCode` and `error`. A gateway that has lost its route to
 * the service answers 404 for every object: Kong and AWS without `statusCode`, Azure's without `error`.
 */
function isOwn404({ status, body }: HttpResponse): boolean {
  if (status !== 404 || !isObject(body)) return false;
  const { statusCode, error, message } = body;
  return statusCode === 404 && typeof error === "string" && !noRoute.test(String(message));
}

/** What Node's frameworks (hapi, Express with Nest, Fastify) say of a route that they do not have. */
const noRoute = /^(Not Found$|Cannot [A-Z]+ |Route )/i;

function describeAnswer({ status, body }: HttpResponse, secrets: string[]): string {
  // Secrets go before anything is cut or folded, or they would not be recognised any more.
  const text = (...values: (Json | undefined)[]) => {
    const said = values.find((value): value is string => typeof value === "string");
    if (said === undefined) return said;
    // Redaction takes time, and recognises a secret that is cut off at the end.
    const clean = redact(said.slice(0, 5000), secrets);
    // A control character could change what stands before it on a terminal.
    return clean
      .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
      .slice(0, 500)
      .replace(/\.$/, "");
  };
  if (webPage.test(String(body))) {
    const head = String(body).slice(0, 10_000);
    const title = text(/<title[^>]{0,200}>([^<]{1,300})</i.exec(head)?.[1]?.trim());
    return `${status}, with a web page${title ? ` "${title}"` : ""}: not the service answered`;
  }
  if (!isObject(body)) return body === undefined ? `${status}` : `${status}, with no JSON object`;
  const code = text(body.errorCode, body.error);
  const said = text(body.message, body.error_description);
  return `${status}${code ? ` ${code}` : ""}${said ? `: ${said}` : ""}`;
}

export const checkGateway = "check the domain, and which proxy or gateway stands before it";

const notTheService = (answer: HttpResponse) => `${checkGateway}${senderOf(answer)}`;

/** How the sender of an answer names itself, to help find a gateway. */
function senderOf({ headers }: HttpResponse): string {
  const names = [headers.server, headers.via].filter((name) =>
    /^[\w ./()+:-]{1,80}$/.test(name ?? ""),
  );
  return names.length > 0 ? ` (the answer names its sender: ${names.join(", ")})` : "";
}

function nextStep({ advice, scope }: Failure, answer: HttpResponse) {
  const { status, headers, body } = answer;
  if (webPage.test(String(body))) {
    const next = notTheService(answer);
    return status < 500 ? next : `run again later; if it stays so, ${next}`;
  }
  if (status < 300) return advice ?? "run again; if it stays so, check the domain";
  if (status < 400) {
    const host = /^https?:\/\/([\w.:-]+)/.exec(headers.location ?? "")?.[1];
    return `redirects are not followed${host ? ` (to ${host})` : ""}; check the domain`;
  }
  if (status === 429) {
    return "the tenant's rate limit; run again later, or lower auth0:requestsPerSecond";
  }
  if (status === 408 || status >= 500) return "the service failed: run again later";
  // What is no JSON object is a gateway's, and what it means is not the service's meaning.
  if (body !== undefined && !isObject(body)) return notTheService(answer);
  // The token endpoint has errors of another form, and advice of its own.
  if (scope !== undefined && status === 404 && !isOwn404(answer)) {
    return `this 404 is not the service's own: ${notTheService(answer)}`;
  }
  const code = isObject(body) ? String(body.errorCode) : "";
  // Before the caller's advice, which knows only the status: a 409 may also be a conflict.
  if (isQuotaRefusal(status, code)) {
    return "a quota of the tenant is used up: delete what is not needed, or ask Auth0 for more";
  }
  return advice ?? known(status, code, scope);
}

/** `limit` alone may belong to the name of a resource or a property. */
const usedUp = /^too_many_(?!requests$)|(^|_)(quota|limit)s?_(exceeded|reached)$/;

const isQuotaRefusal = (status: number, code: string) =>
  [400, 402, 403, 409].includes(status) && usedUp.test(code);

export const wrongId =
  "no object has such an id: correct it, or remove it from the state with `pulumi state delete <urn>`";

/** What the service's own refusals mean, where no caller knows better. */
function known(status: number, code: string, scope = ""): string | undefined {
  if (code === "insufficient_entitlement") {
    return "the tenant's plan does not include this feature; no scope will help";
  }
  if (code === "invalid_uri") return wrongId;
  if (status === 400) return "the service refuses a value: correct it in the program";
  if (status === 401)
    return "the service refused the access token, a new one too: check auth0:audience";
  if (status === 403 && code === "insufficient_scope") {
    return `grant the scope ${scope} to the application`;
  }
  if (status === 403) return `if the application lacks the scope ${scope}, grant it`;
  if (status === 404) return "check the id, and that the domain is the right tenant's";
  if (status === 409) return "something stands in the way, or changes it now: look in the tenant";
  return status === 413 ? "make the values smaller" : "correct what the service refuses";
}
