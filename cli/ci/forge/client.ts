import type { Clock } from "../../../provider/api/clock";
import type { HttpRequest, HttpResponse } from "../../../provider/api/http";
import { NoResponse } from "../../../provider/api/networkError";
import type { Outcome } from "../../../provider/api/outcome";
import { Transport } from "../../../provider/api/transport";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import type { Logger } from "../../../provider/shared/logger";
import { redact } from "../../../provider/shared/redact";
import { stderrLogger } from "../../shared/log";
import { escapeInvisible, truncate } from "../../shared/text";

interface Api {
  address: string;
  /** The variable that contains the start of the address. */
  variable: string;
  token: string;
  headers: Record<string, string>;
  /** The advice for each status. */
  advice: Partial<Record<number, string>>;
}

const limits = { maxRetries: 2, timeoutMs: 30_000 };

/** GitHub's page "Rate limits for the REST API" asks for at least a minute after its secondary limit. */
const limitDelayS = "60";

export class ForgeClient {
  private readonly transport: Transport;

  constructor(
    private readonly api: Api,
    clock: Clock,
  ) {
    const policy = { domain: api.address, limits, translate };
    this.transport = new Transport(policy, clock, withoutWaits);
  }

  async get<T>(path: string): Promise<T> {
    const { body } = await this.send("GET", path);
    return body as T;
  }

  async write(method: "POST" | "PUT" | "PATCH", path: string, body: Props): Promise<void> {
    await this.send(method, path, body);
  }

  async list<T>(path: string): Promise<T[]> {
    const items: T[] = [];
    const separator = path.includes("?") ? "&" : "?";
    for (let page = 1; ; page++) {
      const pagePath = `${path}${separator}per_page=100&page=${page}`;
      const { body, headers } = await this.send("GET", pagePath);
      items.push(...(body as T[]));
      // The header only shows whether there is a next page, because its address could be at another host.
      if (!/rel="next"/.test(headers.link ?? "")) return items;
    }
  }

  private async send(method: string, path: string, body?: Props): Promise<HttpResponse> {
    const { address, variable, token, headers } = this.api;
    const url = address + path;
    const request = {
      method,
      url,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
    const failed = (what: string, advice: string) => failure(this.api, request, what, advice);
    const name = `${method} ${new URL(url).pathname}`;
    const outcome = await this.transport.send({ method, path: url }, (_wait, attempt) =>
      this.transport.exchange(request, name, attempt),
    );
    if (outcome instanceof NoResponse) {
      throw failed(
        `got ${outcome.message} from ${new URL(url).origin}`,
        `Check ${variable} and the network. Behind a proxy, set HTTPS_PROXY. ` +
          "With a private certificate authority, set NODE_EXTRA_CA_CERTS to the path of its certificate file.",
      );
    }
    if (outcome.status < 200 || outcome.status >= 300) {
      throw failed(refusal(outcome, token), adviceFor(this.api, outcome));
    }
    if (typeof outcome.body !== "object") {
      const advice = `Check that ${variable} is the address of the API.`;
      throw failed("got a response that isn't JSON", advice);
    }
    return outcome;
  }
}

/** A rate limit in Auth0's terms. GitHub sends the reset of its limit with every response. */
function translate(outcome: Outcome): Outcome {
  if (outcome instanceof NoResponse) return outcome;
  const { "x-ratelimit-reset": reset, ...headers } = outcome.headers;
  if (!isRateLimited(outcome)) return { ...outcome, headers };
  const isUsedUp = headers["x-ratelimit-remaining"] === "0";
  const wait = isUsedUp ? { "x-ratelimit-reset": reset } : { "retry-after": limitDelayS };
  return { ...outcome, status: 429, headers: { ...wait, ...headers } };
}

/** Retries write no log line, because the log of a job doesn't show waits. */
const withoutWaits: Logger = {
  info: () => undefined,
  warn: () => undefined,
  request: (line) => stderrLogger.request?.(line),
};

function failure(
  { token }: Api,
  { method, url }: Pick<HttpRequest, "method" | "url">,
  outcome: string,
  advice: string,
): Error {
  const message = `${method} ${new URL(url).pathname} ${outcome}. ${advice}`.trim();
  return new Error(escapeInvisible(redact(message, [token])));
}

const maxReasonLength = 200;

function refusal({ status, body }: HttpResponse, token: string): string {
  // Redaction comes before the text is cut, because it doesn't recognize half a token.
  const reason = truncate(redact(reasonIn(body), [token]), maxReasonLength);
  return `was rejected with ${status}${reason && `: ${reason}`}`.replace(/\.$/, "");
}

/** In both forges' errors, one of these fields has the reason, as a text or as an object. */
function reasonIn(body: Json | undefined): string {
  if (isObject(body)) {
    const reason = body.message ?? body.error ?? "";
    return typeof reason === "string" ? reason : JSON.stringify(reason);
  }
  return String(body ?? "");
}

function adviceFor(api: Api, response: HttpResponse): string {
  if (isRateLimited(response)) return "The rate limit is used up. Run this job again later.";
  if (response.status >= 500) return "Run this job again later.";
  // The client follows no redirect, because the token is for this host.
  if (response.status < 400) return `Check ${api.variable}.`;
  return api.advice[response.status] ?? "";
}

/**
 * Both of GitHub's limits can come as 403 (its page "Rate limits for the REST API"). The secondary limit has
 * no header that distinguishes it from a missing permission.
 */
const isRateLimited = ({ status, headers, body }: HttpResponse): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers["retry-after"] !== undefined ||
      headers["x-ratelimit-remaining"] === "0" ||
      /rate limit/i.test(reasonIn(body))));

/** The value of a variable that a command needs. */
export function requireVariable(env: NodeJS.ProcessEnv, name: string, hint?: string): string {
  const value = env[name];
  if (value) return value;
  const runner = name.startsWith("GITHUB_") ? "GitHub Actions" : "GitLab CI";
  throw new Error(`${name} isn't set. ${hint ?? `Run this command in a ${runner} job.`}`);
}
