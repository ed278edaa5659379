import http from "node:http";
import https from "node:https";
import axios, { isAxiosError } from "axios";
import type { Json } from "./json";

type Headers = Record<string, string>;
export type HttpRequest = { method: string; url: string; headers: Headers; body?: string };

export interface HttpAnswer {
  status: number;
  /** Names in lower case. */
  headers: Partial<Record<string, string>>;
  /** Parsed where it is JSON, as text where it is not, undefined where it is empty. */
  body: Json | undefined;
}

/** Sends one request and gives one answer, of any status; or throws NoAnswer. */
export type Exchange = (request: HttpRequest) => Promise<HttpAnswer>;

/**
 * What became of a request without a usable answer: it never arrived and might another time
 * (`unreachable`) or never will (`refused`); nobody knows whether the service did it (`lost`), and
 * the same would come again (`oversized`).
 */
export type Fate = "unreachable" | "refused" | "lost" | "oversized";

/** No usable answer came: the connection failed, or the answer took too long or was too large. */
export class NoAnswer extends Error {
  constructor(
    readonly code: string,
    readonly fate: Fate = "lost",
    readonly advice?: string,
  ) {
    super(`no answer (${code})`);
  }
}

/** A hundred deliveries with their events stay far below. */
const maxAnswerBytes = 10_000_000;

const client = axios.create({
  httpAgent: new http.Agent({ keepAlive: true }),
  httpsAgent: new https.Agent({ keepAlive: true }),
  // A redirect would carry the token elsewhere.
  maxRedirects: 0,
  maxContentLength: maxAnswerBytes,
  responseType: "text",
  transformRequest: [(body: unknown) => body],
  transformResponse: [(text: unknown) => text],
  validateStatus: () => true,
});

export async function exchange(request: HttpRequest, timeoutMs: number): Promise<HttpAnswer> {
  const { method, url, headers, body } = request;
  try {
    // axios's own timeout starts anew with every byte.
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await client.request<string>({ method, url, headers, data: body, signal });
    const { status, data } = answer;
    return { status, headers: answer.headers as HttpAnswer["headers"], body: parse(data) };
  } catch (error) {
    // An axios error holds the request, with its token and its secrets: only the code goes on.
    throw isAxiosError(error)
      ? noAnswer(error.code, error.message, timeoutMs)
      : new NoAnswer("failed");
  }
}

const trust =
  "the certificate is not trusted: check the domain; where a proxy or a private CA stands between, name its certificate's file in NODE_EXTRA_CA_CERTS";

/** What Node says of a failed connection, by code. */
const failures: [RegExp, Fate, string][] = [
  [
    /^ENOTFOUND$/,
    "unreachable",
    "no host has this name: check auth0:domain or AUTH0_DOMAIN, and that this machine resolves names",
  ],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/,
    "unreachable",
    "the host cannot be reached: check the domain and the network; behind a proxy, set HTTPS_PROXY",
  ],
  [/^(EPROTO|ERR_SSL_.*)$/, "refused", "what answers does not speak TLS: check domain and port"],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/, "refused", trust],
];

function noAnswer(code = "failed", text: string, timeoutMs: number): NoAnswer {
  if (code === "ERR_CANCELED") {
    return new NoAnswer(
      `nothing within ${timeoutMs / 1000} s`,
      "lost",
      "auth0:timeout sets how long to wait",
    );
  }
  if (text.startsWith("maxContentLength")) {
    return new NoAnswer(`more than ${maxAnswerBytes / 1e6} MB came`, "oversized");
  }
  const [, fate, advice] = failures.find(([pattern]) => pattern.test(code)) ?? [];
  return new NoAnswer(code, fate, advice);
}

function parse(text: string | undefined): Json | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
