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

class RefusedRequest extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Whether something was changed; false if it has been deleted meanwhile. */
export async function unlessGone(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    // GitHub returns 410 for a deleted issue.
    const isGone = error instanceof RefusedRequest && [404, 410].includes(error.status);
    if (isGone) return false;
    throw error;
  }
}

/** An error on one line that says what was asked, what came back and what to do next. */
function failure(api: Api, { method, url }: Request, outcome: string, advice: string): Error {
  const message = `${method} ${new URL(url).pathname} ${outcome}. ${advice}`.trim();
  return new Error(escapeInvisible(redact(message, [api.token])));
}

export function withoutResponse(api: Api, request: Request, { message, kind }: NoResponse): Error {
  const { origin } = new URL(request.url);
  const advice =
    kind === "oversized"
      ? "This command reads no more."
      : `Check ${api.variable} and the network; behind a proxy, set HTTPS_PROXY; with a private certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate.`;
  return failure(api, request, `got ${message} from ${origin}`, advice);
}

export function refused(api: Api, request: Request, response: HttpResponse): Error {
  const { status, body } = response;
  const reason = reasonIn(body);
  // Before it is cut: half a token would not be recognized.
  const text = truncate(redact(reason, [api.token]), maxReasonLength);
  const outcome = `was refused with ${status}${text && `: ${text}`}`;
  const { message } = failure(api, request, outcome.replace(/\.$/, ""), adviceFor(api, response));
  return new RefusedRequest(message, status);
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
  return api.advice[response.status] ?? "";
}

/** GitHub's page "Rate limits for the REST API": both limits can come as 403. */
export const isRateLimited = ({ status, headers }: HttpResponse): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers["retry-after"] !== undefined || headers["x-ratelimit-remaining"] === "0"));

export function redirected(api: Api, request: Request, location: string | undefined): Error {
  const target =
    location !== undefined && URL.canParse(location, request.url)
      ? new URL(location, request.url).origin
      : "an address that cannot be read";
  const outcome = `was redirected to ${target}, which does not get the token`;
  return failure(api, request, outcome, `Check ${api.variable}.`);
}

/** The next page of a list is at another host. */
export function movedPage(api: Api, request: Request, next: string): Error {
  const outcome = `names a next page at ${next}, which does not get the token`;
  return failure(api, request, outcome, `Check ${api.variable}.`);
}

/** The pages of a list lead in a circle. */
export function repeatedPage(api: Api, request: Request): Error {
  const outcome = "names a page as the next one that was read already";
  return failure(api, request, outcome, `Check ${api.variable}, and any proxy before it.`);
}

export function unreadable(api: Api, request: Request, body: Json | undefined, why: string): Error {
  const reason = isWebPage(body) ? "a web page, not JSON" : why;
  const outcome = `got a response that could not be read (${reason})`;
  return failure(api, request, outcome, `Check that ${api.variable} is the address of the API.`);
}
