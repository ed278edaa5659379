import { randomUUID } from "node:crypto";
import packageSchema from "../schema.json";
import type { Operation } from "./definition";
import { apiError, type Failure } from "./errors";
import { exchange, type HttpAnswer } from "./http";
import { type Clock, persist, realClock } from "./retry";
import type { Json } from "./schema";
import type { Settings } from "./settings";
import { AccessToken } from "./token";

export interface Params {
  id?: string;
  query?: Record<string, string>;
  body?: Json;
  /** What to do next, by status; goes into the error. */
  advice?: Failure["advice"];
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
  async send({ route, scope }: Operation, params: Params = {}): Promise<Json | undefined> {
    const [method = "", template = ""] = route.split(" ");
    const path = template.replace("{id}", encodeURIComponent(params.id ?? ""));
    const body = params.body === undefined ? undefined : JSON.stringify(params.body);
    if (body !== undefined && Buffer.byteLength(body) > maxBodyBytes) {
      throw new Error(
        `${method} ${path}: not sent; the body has ${Buffer.byteLength(body)} bytes and the service takes at most 1 megabyte`,
      );
    }
    // Kept over repeats, so that the tenant's log shows one operation.
    const correlationId = method === "GET" ? undefined : `pulumi-${randomUUID()}`;
    const query = params.query ? `?${new URLSearchParams(params.query)}` : "";
    const failure = {
      asked: `${method} ${path} (${this.settings.domain})`,
      scope,
      ...(params.advice && { advice: params.advice }),
      ...(correlationId && { correlationId }),
    };
    const attempt = async (token: string) =>
      exchange({
        method,
        url: `${this.settings.origin}/api/v2${path}${query}`,
        headers: {
          Authorization: `Bearer ${token}`,
          "User-Agent": `${packageSchema.name}/${packageSchema.version}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...(correlationId && { "X-Correlation-ID": correlationId }),
        },
        ...(body !== undefined && { body }),
      });
    const answer = await this.persist(attempt, method !== "POST", failure);
    const granted = answer.status >= 200 && answer.status <= 299;
    // A gateway may answer a page with status 200; only a deletion needs no more than its status.
    const readable = typeof answer.body !== "string" || method === "DELETE";
    if (!granted || !readable) throw apiError({ ...failure, answer });
    return answer.body;
  }

  /** A refused token is renewed once, and the request, which did not run, repeated once. */
  private async persist(
    attempt: (token: string) => Promise<HttpAnswer>,
    repeatable: boolean,
    failure: Omit<Failure, "answer">,
  ): Promise<HttpAnswer> {
    const once = async () => {
      const token = await this.token.get();
      const answer = await persist(() => attempt(token), repeatable, this.clock).catch(
        (error: Error) => {
          throw apiError({ ...failure, answer: undefined, reason: error.message });
        },
      );
      return { token, answer };
    };
    const { token, answer } = await once();
    if (answer.status !== 401 || !this.token.renewable) return answer;
    await this.token.refuse(token);
    return (await once()).answer;
  }
}
