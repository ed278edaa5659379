import type { Clock } from "../../../provider/api/clock";
import type { HttpRequest, HttpResponse } from "../../../provider/api/http";
import { NoResponse } from "../../../provider/api/networkError";
import type { Outcome } from "../../../provider/api/outcome";
import { Transport } from "../../../provider/api/transport";
import type { Json, Props } from "../../../provider/shared/json";
import { type Api, isRateLimited, refused, unreadable, withoutResponse } from "./failures";
import { asObject, listOfObjects, UnexpectedShape } from "./fields";

const limits = { maxRetries: 2, timeoutMs: 30_000 };

/** GitHub's page "Rate limits for the REST API" asks for at least a minute after its secondary limit. */
const limitDelayS = "60";

/** A client of a forge's REST API: pagination, retries, and errors that say what to do. */
export class ForgeClient {
  private readonly transport: Transport;

  constructor(
    private readonly api: Api,
    clock: Clock,
  ) {
    const policy = { domain: api.address, limits, translate };
    this.transport = new Transport(policy, clock, silent);
  }

  async get<T>(path: string, read: (item: Props) => T): Promise<T> {
    const { value } = await this.send("GET", path, undefined, (json) => read(asObject(json)));
    return value;
  }

  /** Creates or changes something. */
  async write(method: "POST" | "PUT" | "PATCH", path: string, body: Props): Promise<void> {
    await this.send(method, path, body, asObject);
  }

  /** Every item of a list, in all its pages. */
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
      // Only whether there is a next page: its address could be at another host.
      if (value.length === 0 || !/rel="next"/.test(headers.link ?? "")) return items;
    }
  }

  private async send<T>(
    method: string,
    path: string,
    body: Props | undefined,
    read: (body: Json | undefined) => T,
  ): Promise<{ value: T; headers: HttpResponse["headers"] }> {
    const { address, token, headers } = this.api;
    const request = {
      method,
      url: address + path,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
    const response = await this.response(request);
    try {
      return { value: read(response.body), headers: response.headers };
    } catch (error) {
      if (!(error instanceof UnexpectedShape)) throw error;
      throw unreadable(this.api, request, response.body, error.message);
    }
  }

  /** A response of success. */
  private async response(request: HttpRequest): Promise<HttpResponse> {
    const { method, url: path } = request;
    const outcome = await this.transport.send({ method, path }, () =>
      this.transport.exchange(request),
    );
    if (outcome instanceof NoResponse) throw withoutResponse(this.api, request, outcome);
    if (outcome.status < 200 || outcome.status >= 300) throw refused(this.api, request, outcome);
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

/** The log of a job does not show waits. */
const silent = { info: () => undefined, warn: () => undefined };
