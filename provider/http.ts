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

/** No usable answer came: the connection failed, or the answer took too long or was too large. */
export class NoAnswer extends Error {
  constructor(readonly code: string) {
    super(`no answer (${code})`);
  }
}

/** The slowest operation of the service takes well under a second. */
const timeoutMs = 60_000;
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

/** One request, one answer, of any status. */
export async function exchange({ method, url, headers, body }: HttpRequest): Promise<HttpAnswer> {
  try {
    // axios's own timeout starts anew with every byte.
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await client.request<string>({ method, url, headers, data: body, signal });
    const { status, data } = answer;
    return { status, headers: answer.headers as HttpAnswer["headers"], body: parse(data) };
  } catch (error) {
    // An axios error holds the request, with its token and its secrets: only the code goes on.
    const code = isAxiosError(error) && error.code ? error.code : "failed";
    throw new NoAnswer(code === "ERR_CANCELED" ? `nothing within ${timeoutMs / 1000} s` : code);
  }
}

function parse(text: string | undefined): Json | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
