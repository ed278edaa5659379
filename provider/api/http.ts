import http, { type ClientRequest } from "node:http";
import type { AxiosError, AxiosInstance } from "axios";
import type { Json } from "../shared/json";
import { type Clock, realClock } from "./clock";
import { connectionBroke, NoResponse, networkFailure } from "./networkError";
import { ConnectionAgents, isSecured, ProxyError } from "./proxy";

type Headers = Record<string, string>;
export type HttpRequest = { method: string; url: string; headers: Headers; body?: string };

export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Partial<Record<string, string>>;
  /** Parsed where it is JSON, as text where it is not, undefined where it is empty. */
  body: Json | undefined;
  /** When the sender accepts requests again, by the machine's clock, if that is later than a run waits. */
  availableAt?: number;
}

/** A larger body is rejected. A hundred deliveries with their events are far smaller. */
const maxBytes = 10_000_000;

/** The connections of this process. */
class HttpConnections {
  readonly agents = new ConnectionAgents();
  // Used for loopback hosts alone, and never through a proxy, which would see the token.
  private readonly httpAgent = new http.Agent({ keepAlive: true });
  readonly client = this.newClient();

  private newClient(): AxiosInstance {
    // Loaded at the first request: most previews send none.
    const axios = require("axios") as typeof import("axios");
    return axios.create({
      httpAgent: this.httpAgent,
      // Axios makes a new tunnel for every request, and hides the proxy's status from errors.
      proxy: false,
      // A redirect would send the token to another host.
      maxRedirects: 0,
      responseType: "text",
      transformRequest: [(body: unknown) => body],
      transformResponse: [(text: unknown) => text],
      validateStatus: () => true,
    });
  }

  destroy(): void {
    this.agents.destroy();
    this.httpAgent.destroy();
  }
}

let connections: HttpConnections | undefined;

/** Closes all connections of this process. The next request opens new ones. */
export function closeConnections(): void {
  connections?.destroy();
  connections = undefined;
}

/** Sends one request. Returns the response, whatever its status, or throws NoResponse. */
export async function exchange(
  request: HttpRequest,
  timeoutMs: number,
  clock: Pick<Clock, "timer"> = realClock,
): Promise<HttpResponse> {
  const { method, url, headers, body } = request;
  connections ??= new HttpConnections();
  const { client, agents } = connections;
  // Axios's own timeout restarts with every byte; AbortSignal.timeout takes twice the CPU time.
  const abort = new AbortController();
  const cancelTimer = clock.timer(timeoutMs, () => abort.abort());
  try {
    const response = await client.request<string>({
      method,
      url,
      // Without a body, axios declares a form, which a server that takes only JSON rejects with 415.
      headers: body === undefined ? { ...headers, "Content-Type": false } : headers,
      data: body,
      signal: abort.signal,
      maxContentLength: maxBytes,
      httpsAgent: agents.agentFor(url),
    });
    return {
      status: response.status,
      headers: response.headers as HttpResponse["headers"],
      body: parseBody(response.data),
    };
  } catch (error) {
    // An axios error holds the request with its token and secrets, so it is not passed on.
    throw noResponse(error as AxiosError, timeoutMs, url);
  } finally {
    cancelTimer();
  }
}

/** Recognises axios's own errors; any other is Node's or the proxy's. */
function noResponse(error: AxiosError, timeoutMs: number, url: string): NoResponse {
  const { code } = error;
  const sent = mayHaveSent(error.request);
  if (code === "ERR_CANCELED") {
    const kind = sent ? "timedOut" : "notRun";
    return new NoResponse(`timed out after ${timeoutMs / 1000} s`, kind, undefined, true);
  }
  if (error.message.startsWith("maxContentLength")) {
    const advice = "This isn't a response from Auth0. Check the domain.";
    return new NoResponse(`the body is larger than ${maxBytes / 1e6} MB`, "unreadable", advice);
  }
  // The body ended before its declared length.
  if (code === "ERR_BAD_RESPONSE") return new NoResponse("it was cut off", "lost", connectionBroke);
  // Axios wraps an error of the agent.
  return networkFailure(error.cause instanceof ProxyError ? error.cause : error, sent, url);
}

/** Over plain HTTP, Node sends a request as soon as the host accepts the connection, so nothing is known. */
const mayHaveSent = (request?: ClientRequest): boolean =>
  request?.protocol !== "https:" || (request.socket !== null && isSecured(request.socket));

function parseBody(text: string | undefined): Json | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
