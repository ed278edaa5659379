import http from "node:http";
import type { Json } from "../shared/json";
import { networkFailures } from "./networkError";
import { agentFor } from "./proxy";

type Headers = Record<string, string>;
export type HttpRequest = { method: string; url: string; headers: Headers; body?: string };

export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Partial<Record<string, string>>;
  /** Parsed where it is JSON, as text where it is not, undefined where it is empty. */
  body: Json | undefined;
}

/** Sends one request and gives one answer, of any status; or throws NoAnswer. */
export type Exchange = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * What became of a request without a usable answer: it never arrived and might another time
 * (`unreachable`) or never will (`refused`); nobody knows whether the service did it (`lost`), and
 * the same would come again (`oversized`).
 */
export type NetworkFailureKind = "unreachable" | "refused" | "lost" | "oversized";

/** No usable answer came: the connection failed, or the answer took too long or was too large. */
export class NoResponse extends Error {
  constructor(
    readonly code: string,
    readonly kind: NetworkFailureKind = "lost",
    readonly advice?: string,
    /** This process stopped waiting: the service may still finish. */
    readonly timedOut = false,
  ) {
    super(`no answer (${code})`);
  }
}

/** A hundred deliveries with their events stay far below. */
const maxAnswerBytes = 10_000_000;

let client: ReturnType<typeof newClient> | undefined;

/** Loaded at the first request: most previews send none. */
function newClient() {
  const axios = require("axios") as typeof import("axios");
  return axios.create({
    // Of loopback hosts alone, and those never through a proxy, which would read the token.
    httpAgent: new http.Agent({ keepAlive: true }),
    // Axios's own tunnels are made anew for every request and keep what a proxy says to themselves.
    proxy: false,
    // A redirect would carry the token elsewhere.
    maxRedirects: 0,
    maxContentLength: maxAnswerBytes,
    responseType: "text",
    transformRequest: [(body: unknown) => body],
    transformResponse: [(text: unknown) => text],
    validateStatus: () => true,
  });
}

export async function exchange(request: HttpRequest, timeoutMs: number): Promise<HttpResponse> {
  const { method, url, headers, body } = request;
  client ??= newClient();
  // Axios's own time limit starts anew with every byte; a signal with a limit costs twice as much.
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const { signal } = abort;
    const config = { method, url, headers, data: body, signal, httpsAgent: agentFor(url) };
    const answer = await client.request<string>(config);
    const { status, data } = answer;
    return { status, headers: answer.headers as HttpResponse["headers"], body: parse(data) };
  } catch (error) {
    // An axios error holds the request, with its token and its secrets: only the code goes on.
    throw noAnswer(error as NodeJS.ErrnoException, timeoutMs);
  } finally {
    clearTimeout(timer);
  }
}

const broken = "the connection broke: check the network, then run again";

function noAnswer({ code = "failed", message }: NodeJS.ErrnoException, timeoutMs: number) {
  if (code === "ERR_CANCELED") {
    const advice = "run again; auth0:timeout sets how long to wait";
    return new NoResponse(`none within ${timeoutMs / 1000} s`, "lost", advice, true);
  }
  if (message.startsWith("maxContentLength")) {
    const advice = "the service answers far less: check the domain";
    return new NoResponse(`more than ${maxAnswerBytes / 1e6} MB came`, "oversized", advice);
  }
  // Axios's words where the body ends before its time.
  if (code === "ERR_BAD_RESPONSE") return new NoResponse("it was cut off", "lost", broken);
  const [, fate, advice] = networkFailures.find(([pattern]) => pattern.test(code)) ?? [];
  return new NoResponse(code, fate, advice ?? broken);
}

function parse(text: string | undefined): Json | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
