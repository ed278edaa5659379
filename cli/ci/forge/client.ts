import type { Clock } from "../../../provider/api/clock";
import {
  type ExpectedBody,
  exchange,
  type HttpRequest,
  type HttpResponse,
} from "../../../provider/api/http";
import { NoResponse } from "../../../provider/api/networkError";
import { retryDelayMs } from "../../../provider/api/retry";
import type { Json, Props } from "../../../provider/shared/json";
import {
  type Api,
  isRateLimited,
  movedPage,
  redirected,
  refused,
  repeatedPage,
  unreadable,
  withoutResponse,
} from "./failures";
import { asObject, listOfObjects, UnexpectedShape } from "./fields";

const timeoutMs = 30_000;

/** A plan can be as large as a job's artifacts, of which GitLab keeps 100 MB by default. */
const fileTimeoutMs = 5 * 60_000;
const wholeFile: ExpectedBody = { maxBytes: 256_000_000, asText: true };

const maxAttempts = 3;

/** A client of a forge's REST API: pagination, retries, and errors that say what to do. */
export class ForgeClient {
  constructor(
    private readonly api: Api,
    private readonly clock: Clock,
  ) {}

  async get<T>(path: string, read: (item: Props) => T): Promise<T> {
    const request = this.request("GET", path);
    const { body } = this.successful(request, await this.send(request));
    return this.read(request, body, (json) => read(asObject(json)));
  }

  /** Creates or changes something. */
  async write(method: "POST" | "PUT" | "PATCH", path: string, body: Props): Promise<void> {
    const request = this.request(method, path, body);
    const response = this.successful(request, await this.send(request));
    this.read(request, response.body, asObject);
  }

  /** Whether there is something at a path. */
  async exists(path: string): Promise<boolean> {
    const request = this.request("GET", path);
    const response = await this.send(request);
    if (response.status === 404) return false;
    this.successful(request, response);
    return true;
  }

  /** The content of a file; undefined if there is none at this path. */
  async file(path: string): Promise<string | undefined> {
    const request = this.request("GET", path);
    const response = await this.send(request, fileTimeoutMs, wholeFile);
    if (response.status === 404) return undefined;
    const stored = storedElsewhere(request, response);
    if (stored === undefined) return String(this.successful(request, response).body ?? "");
    const file = await this.send(stored, fileTimeoutMs, wholeFile);
    return String(this.successful(stored, file).body ?? "");
  }

  /**
   * Every item of a list, in all its pages, or up to the page that contains all that the caller needs.
   * `key` is the property of a page that contains the items; without it, the page itself is the list.
   */
  async list<T>(
    path: string,
    read: (item: Props) => T,
    key?: string,
    isEnough: (page: T[]) => boolean = () => false,
  ): Promise<T[]> {
    const items: T[] = [];
    const separator = path.includes("?") ? "&" : "?";
    let request: HttpRequest | undefined = this.request("GET", `${path}${separator}per_page=100`);
    const seen = new Set<string>();
    while (request !== undefined) {
      if (seen.has(request.url)) throw repeatedPage(this.api, request);
      seen.add(request.url);
      const response: HttpResponse = this.successful(request, await this.send(request));
      const page: T[] = this.read(request, response.body, (json) =>
        listOfObjects(json, key).map(read),
      );
      items.push(...page);
      request = isEnough(page) ? undefined : this.nextPage(request, response.headers.link);
    }
    return items;
  }

  private request(method: string, path: string, body?: Props): HttpRequest {
    const { address, token, headers } = this.api;
    return {
      method,
      url: address + path,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }

  /** RFC 8288; both forges quote the relation. */
  private nextPage(request: HttpRequest, link = ""): HttpRequest | undefined {
    const next = /<([^<>]*)>;\s*rel="next"/.exec(link)?.[1];
    if (next === undefined) return undefined;
    const url = URL.canParse(next, request.url) ? new URL(next, request.url) : undefined;
    if (url?.origin !== new URL(request.url).origin) {
      throw movedPage(this.api, request, url?.origin ?? "an address that cannot be read");
    }
    return { ...request, url: url.href };
  }

  /** Resolves to the response, whatever its status. */
  private async send(
    request: HttpRequest,
    limitMs = timeoutMs,
    expected: ExpectedBody = {},
  ): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await exchange(request, limitMs, expected).catch(noResponse);
      if (attempt === maxAttempts || !canSucceedLater(request, outcome)) {
        if (outcome instanceof NoResponse) throw withoutResponse(this.api, request, outcome);
        return outcome;
      }
      await this.clock.sleep(retryDelayMs(attempt, waitHeaders(outcome), this.clock));
    }
  }

  /** The response if it is one of success; throws for any other. */
  private successful(request: HttpRequest, response: HttpResponse): HttpResponse {
    const { status, headers } = response;
    if (status >= 200 && status < 300) return response;
    if (status >= 300 && status < 400) throw redirected(this.api, request, headers.location);
    throw refused(this.api, request, response);
  }

  private read<T>(
    request: HttpRequest,
    body: Json | undefined,
    read: (body: Json | undefined) => T,
  ): T {
    try {
      return read(body);
    } catch (error) {
      if (!(error instanceof UnexpectedShape)) throw error;
      throw unreadable(this.api, request, body, error.message);
    }
  }
}

/**
 * A forge may keep files with a storage service, and redirect to it (GitLab's page "Job artifacts API").
 * The address contains what the service asks for, so the token stays here.
 */
function storedElsewhere(
  { method, url }: HttpRequest,
  { status, headers: { location = "" } }: HttpResponse,
): HttpRequest | undefined {
  if (status < 300 || status >= 400 || !URL.canParse(location, url)) return undefined;
  const stored = new URL(location, url);
  const losesTls = stored.protocol !== "https:" && stored.protocol !== new URL(url).protocol;
  return losesTls ? undefined : { method, url: stored.href, headers: {} };
}

function noResponse(error: unknown): NoResponse {
  if (error instanceof NoResponse) return error;
  throw error;
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
  const { "x-ratelimit-reset": reset, ...others } = outcome.headers;
  return isRateLimited(outcome) ? outcome.headers : others;
}
