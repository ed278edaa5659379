import { randomUUID } from "node:crypto";
import packageSchema from "../schema.json";
import type { Operation } from "./definition";
import { apiError } from "./errors";
import { exchange, type HttpAnswer, type HttpRequest, NoAnswer } from "./http";
import type { Json } from "./json";
import { type Clock, persist, realClock } from "./retry";
import type { Settings } from "./settings";
import { AccessToken } from "./token";

export interface Params {
  id?: string;
  query?: Record<string, string>;
  body?: Json;
  /** What to do next, by status; goes into the error. */
  advice?: Partial<Record<number, string>>;
}

/** The interface's limit for a request's body, section 8. */
const maxBodyBytes = 1_000_000;

/** The Management API of one tenant. */
export class Api {
  readonly token: AccessToken;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock = realClock,
  ) {
    this.token = new AccessToken(settings, clock);
  }

  /** The body of a granted request; whatever else comes back is an ApiError. */
  async send(operation: Operation, params: Params = {}): Promise<Json | undefined> {
    const { id = "", query, advice } = params;
    const [method = "", template = ""] = operation.route.split(" ");
    const path = template.replace("{id}", encodeURIComponent(id));
    const asked = `${method} ${path} (${this.settings.domain})`;
    const body = params.body === undefined ? undefined : JSON.stringify(params.body);
    const bytes = Buffer.byteLength(body ?? "");
    if (bytes > maxBodyBytes) {
      throw new Error(`${asked}: not sent; ${bytes} bytes, and the service takes 1 megabyte`);
    }
    // Kept over repeats, so that the tenant's log shows one operation.
    const correlationId = method === "GET" ? undefined : `pulumi-${randomUUID()}`;
    const request: HttpRequest = {
      method,
      url: `${this.settings.origin}/api/v2${path}${query ? `?${new URLSearchParams(query)}` : ""}`,
      headers: {
        "User-Agent": `${packageSchema.name}/${packageSchema.version}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(correlationId && { "X-Correlation-ID": correlationId }),
      },
      ...(body !== undefined && { body }),
    };
    const failure = { asked, scope: operation.scope, correlationId };
    const answer = await persist(
      () => this.authorized(request),
      method !== "POST",
      this.clock,
    ).catch((error: Error) => {
      throw error instanceof NoAnswer ? apiError({ ...failure, reason: error.message }) : error;
    });
    const granted = answer.status >= 200 && answer.status <= 299;
    // A gateway may answer a page with status 200; only a deletion needs no more than its status.
    const readable = typeof answer.body !== "string" || method === "DELETE";
    if (granted && readable) return answer.body;
    throw apiError({ ...failure, answer, advice: advice?.[answer.status] });
  }

  /** A refused token is renewed once, and the request, which did not run, repeated once. */
  private async authorized(request: HttpRequest, renewed = false): Promise<HttpAnswer> {
    const token = await this.token.get();
    const headers = { ...request.headers, Authorization: `Bearer ${token}` };
    const answer = await exchange({ ...request, headers });
    if (answer.status !== 401 || renewed || !this.token.renewable) return answer;
    await this.token.refuse(token);
    return this.authorized(request, true);
  }
}
