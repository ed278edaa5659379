import type { HttpRequest, HttpResponse } from "../../../provider/api/http";
import type { NoResponse } from "../../../provider/api/networkError";
import { isObject, type Json } from "../../../provider/shared/json";
import { redact } from "../../../provider/shared/redact";
import { escapeInvisible, truncate } from "../../shared/text";

/** A forge's REST API. */
export interface Api {
  /** The start of the URL of every request. */
  address: string;
  /** The variable that contains the start of the address. */
  variable: string;
  token: string;
  headers: Record<string, string>;
  /** By status, what to do about it. */
  advice: Partial<Record<number, string>>;
}

type Request = Pick<HttpRequest, "method" | "url">;

/** Longer messages of a forge are cut. */
const maxReasonLength = 200;

/** An error on one line that says what was asked, what came back and what to do next. */
function failure(api: Api, { method, url }: Request, outcome: string, advice: string): Error {
  const message = `${method} ${new URL(url).pathname} ${outcome}. ${advice}`.trim();
  return new Error(escapeInvisible(redact(message, [api.token])));
}

export function withoutResponse(api: Api, request: Request, { message }: NoResponse): Error {
  const { origin } = new URL(request.url);
  const advice = `Check ${api.variable} and the network; behind a proxy, set HTTPS_PROXY; with a private certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate.`;
  return failure(api, request, `got ${message} from ${origin}`, advice);
}

export function refused(api: Api, request: Request, response: HttpResponse): Error {
  const { status, body } = response;
  const reason = reasonIn(body);
  // Before it is cut: half a token would not be recognized.
  const text = truncate(redact(reason, [api.token]), maxReasonLength);
  const outcome = `was refused with ${status}${text && `: ${text}`}`;
  return failure(api, request, outcome.replace(/\.$/, ""), adviceFor(api, response));
}

/** In both forges' errors, one of these says what is wrong; a text or, of a form, an object. */
function reasonIn(body: Json | undefined): string {
  if (isObject(body)) {
    const reason = body.message ?? body.error ?? "";
    return typeof reason === "string" ? reason : JSON.stringify(reason);
  }
  return isWebPage(body) ? "a web page" : String(body ?? "");
}

/** A proxy or a gateway responded, and not the API. */
const isWebPage = (body: Json | undefined): boolean =>
  typeof body === "string" && body.trimStart().startsWith("<");

function adviceFor(api: Api, response: HttpResponse): string {
  if (isRateLimited(response)) return "The rate limit is reached: run this job again later.";
  if (response.status >= 500) return "Run this job again later.";
  // A redirect is not followed: the token is for this host.
  if (response.status < 400) return `Check ${api.variable}.`;
  return api.advice[response.status] ?? "";
}

/**
 * GitHub's page "Rate limits for the REST API": both limits can come as 403, the secondary one with no
 * header that tells it apart from a missing permission.
 */
export const isRateLimited = ({ status, headers, body }: HttpResponse): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers["retry-after"] !== undefined ||
      headers["x-ratelimit-remaining"] === "0" ||
      /rate limit/i.test(reasonIn(body))));

export function unreadable(api: Api, request: Request, body: Json | undefined, why: string): Error {
  const reason = isWebPage(body) ? "a web page, not JSON" : why;
  const outcome = `got a response that could not be read (${reason})`;
  return failure(api, request, outcome, `Check that ${api.variable} is the address of the API.`);
}
