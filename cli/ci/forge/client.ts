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

  async get<T>(path: string, read: (item: Props) => T): Promise<T> {
    const { value } = await this.send("GET", path, undefined, (json) => read(asObject(json)));
    return value;
  }

  async write(method: "POST" | "PUT" | "PATCH", path: string, body: Props): Promise<void> {
    await this.send(method, path, body, asObject);
  }

  async list<T>(path: string, read: (item: Props) => T): Promise<T[]> {
    const items: T[] = [];
    const separator = path.includes("?") ? "&" : "?";
    for (let page = 1; ; page++) {
      const { value, headers } = await this.send(
        "GET",
        `${path}${separator}per_page=100&page=${page}`,
        undefined,
        (json) => listOfObjects(json).map(read),
      );
      items.push(...value);
      // The header only shows whether there is a next page, because its address could be at another host.
      if (value.length === 0 || !/rel="next"/.test(headers.link ?? "")) return items;
    }
  }

  private async send<T>(
    method: string,
    path: string,
    body: Props | undefined,
    read: (body: Json | undefined) => T,
  ): Promise<{ value: T; headers: HttpResponse["headers"] }> {
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
    try {
      return { value: read(outcome.body), headers: outcome.headers };
    } catch (error) {
      if (!(error instanceof UnexpectedShape)) throw error;
      const reason = isWebPage(outcome.body) ? "a web page, not JSON" : error.message;
      throw failed(
        `got an unreadable response (${reason})`,
        `Check that ${variable} is the address of the API.`,
      );
    }
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
  return isWebPage(body) ? "a web page" : String(body ?? "");
}

const isWebPage = (body: Json | undefined): boolean =>
  typeof body === "string" && body.trimStart().startsWith("<");

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

// Reads responses of a forge, and variables of its jobs. They may be anything, so every field is checked first.

/** The error for a response that the forge's API doesn't describe. */
export class UnexpectedShape extends Error {}

export const text = (item: Props, key: string): string =>
  typeof item[key] === "string" ? item[key] : unexpected(key, "a string");

export const optionalText = (item: Props, key: string): string | undefined =>
  (item[key] ?? undefined) === undefined ? undefined : text(item, key);

export const integer = (item: Props, key: string): number =>
  Number.isSafeInteger(item[key]) ? (item[key] as number) : unexpected(key, "a whole number");

export const object = (item: Props, key: string): Props => {
  const value = item[key];
  return isObject(value) ? value : unexpected(key, "an object");
};

export const asObject = (body: Json | undefined): Props =>
  isObject(body) ? body : unexpected("the body", "an object");

export const listOfObjects = (body: Json | undefined): Props[] =>
  Array.isArray(body) && body.every(isObject) ? body : unexpected("the body", "a list of objects");

function unexpected(what: string, expected: string): never {
  throw new UnexpectedShape(`${what} is not ${expected}`);
}

/** The value of a variable that a command needs. */
export function requireVariable(env: NodeJS.ProcessEnv, name: string, hint?: string): string {
  const value = env[name];
  if (value) return value;
  const runner = name.startsWith("GITHUB_") ? "GitHub Actions" : "GitLab CI";
  throw new Error(`${name} isn't set. ${hint ?? `Run this command in a ${runner} job.`}`);
}
