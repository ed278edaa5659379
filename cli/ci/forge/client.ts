import type { Clock } from "../../../provider/api/clock";
import { exchange, type HttpRequest, type HttpResponse } from "../../../provider/api/http";
import { NoResponse } from "../../../provider/api/networkError";
import { retryDelayMs } from "../../../provider/api/retry";
import type { Json, Props } from "../../../provider/shared/json";
import { type Api, isRateLimited, refused, unreadable, withoutResponse } from "./failures";
import { asObject, listOfObjects, UnexpectedShape } from "./fields";

const timeoutMs = 30_000;
const maxAttempts = 3;

/** GitHub's page "Rate limits for the REST API" asks for at least a minute after its secondary limit. */
const limitDelayS = "60";

/** A client of a forge's REST API: pagination, retries, and errors that say what to do. */
export class ForgeClient {
  constructor(
    private readonly api: Api,
    private readonly clock: Clock,
  ) {}

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
    for (let attempt = 1; ; attempt++) {
      const outcome = await exchange(request, timeoutMs).catch((error: unknown) => {
        if (error instanceof NoResponse) return error;
        throw error;
      });
      if (attempt < maxAttempts && canSucceedLater(request, outcome)) {
        await this.clock.sleep(retryDelayMs(attempt, waitHeaders(outcome), this.clock));
        continue;
      }
      if (outcome instanceof NoResponse) throw withoutResponse(this.api, request, outcome);
      if (outcome.status < 200 || outcome.status >= 300) throw refused(this.api, request, outcome);
      return outcome;
    }
  }
}

/** Whether the same request may succeed later. A POST that may have run could create its object twice. */
function canSucceedLater({ method }: HttpRequest, outcome: HttpResponse | NoResponse): boolean {
  if (!(outcome instanceof NoResponse) && isRateLimited(outcome)) return true;
  if (method === "POST") return false;
  return outcome instanceof NoResponse
    ? /^(unreachable|lost)$/.test(outcome.kind)
    : outcome.status >= 500;
}

/** The headers that say how long to wait. GitHub sends the reset of its limit with every response. */
function waitHeaders(outcome: HttpResponse | NoResponse): HttpResponse["headers"] {
  if (outcome instanceof NoResponse) return {};
  const { "x-ratelimit-reset": _, ...others } = outcome.headers;
  if (!isRateLimited(outcome) || others["retry-after"]) return others;
  const isUsedUp = others["x-ratelimit-remaining"] === "0";
  return isUsedUp ? outcome.headers : { ...others, "retry-after": limitDelayS };
}
