import { randomUUID } from "node:crypto";
import packageSchema from "../../schema.json";
import type { Settings } from "../config/settings";
import type { Json } from "../shared/json";
import { consoleLogger, type Logger } from "../shared/logger";
import { AccessToken } from "./accessToken";
import { ApiError, apiError } from "./apiError";
import { type Clock, realClock } from "./clock";
import { wrongId } from "./errorAdvice";
import type { HttpRequest, HttpResponse } from "./http";
import { NoResponse } from "./networkError";
import { idForm, type Operation } from "./operation";
import { classifyOutcome, type Outcome, successfulResponse } from "./outcome";
import { RateLimiter } from "./rateLimiter";
import { Transport } from "./transport";
import type { Wait } from "./waitNotice";

export interface SendOptions {
  id?: string;
  query?: Record<string, string>;
  body?: Json;
  /** What to do next, by status; goes into the error. */
  advice?: Partial<Record<number, string | undefined>>;
  /** What the error must not repeat, whatever the answer does. */
  secrets?: string[];
  /** One for all requests of an operation, so that the tenant's log shows them together. */
  correlationId?: string;
  /** No repeat starts later. */
  deadline?: number;
}

/** The interface's limit for a request's body, section 8. */
const maxBodyBytes = 1_000_000;

const staleToken =
  "the service refused the token of AUTH0_API_TOKEN (auth0:apiToken), which cannot be renewed: set a new one of this tenant's Management API, or a client id with its secret or key";

export const newCorrelationId = () => `pulumi-${randomUUID()}`;

/** The Management API of one tenant. */
export class ManagementApi {
  readonly domain: string;
  readonly maxRetries: number;
  readonly transport: Transport;
  readonly token: AccessToken;
  private readonly pace: RateLimiter;

  constructor(
    readonly settings: Settings,
    clock: Clock = realClock,
    readonly logger: Logger = consoleLogger,
  ) {
    for (const warning of settings.warnings) logger.warn(warning);
    this.domain = settings.domain;
    this.maxRetries = settings.limits.maxRetries;
    this.transport = new Transport(settings, clock, logger);
    this.pace = new RateLimiter(settings.limits, clock);
    this.token = new AccessToken(settings, this.transport, () => this.secrets());
  }

  /** Credentials and tokens: no message may show them. */
  secrets(): string[] {
    return [...this.settings.secrets, ...this.token.seen];
  }

  /** The body of a granted request; whatever else comes back is an ApiError. */
  async send(operation: Operation, params: SendOptions = {}): Promise<Json | undefined> {
    const { request, path, correlationId } = this.prepare(operation, params);
    const { method } = request;
    const asked = `${method} ${path} (${this.domain})`;
    const ask = { method, path, deadline: params.deadline };
    // Of any attempt: a refusal that follows a lost answer does not undo what was done.
    let mayHaveRun = false;
    const note = <T extends Outcome>(outcome: T): T => {
      mayHaveRun ||= classifyOutcome(outcome, ask).mayHaveRun;
      return outcome;
    };
    const attempt = async (wait: Wait, again: boolean) => {
      wait.reason = () => "an access token";
      // Before its turn, so that a token which cannot be had fails all who wait at once.
      await this.token.get();
      wait.reason = () => this.pace.reason();
      const sent = this.pace.run(() => this.authorized(request, wait), again);
      return sent.then(note, (error: unknown) => {
        throw error instanceof NoResponse ? note(error) : error;
      });
    };
    const outcome = await this.transport.persist(ask, attempt).catch((error: unknown) => {
      throw mayHaveRun && error instanceof ApiError ? error.markUncertain() : error;
    });
    const answer = successfulResponse(outcome, method);
    if (answer) return answer.body;
    const { apiToken } = this.settings.credentials;
    const advice: SendOptions["advice"] = {
      ...params.advice,
      ...(apiToken && { 401: staleToken }),
    };
    const error = apiError({
      request: asked,
      outcome,
      scope: operation.scope,
      correlationId,
      advice: outcome instanceof NoResponse ? undefined : advice[outcome.status],
      secrets: [...(params.secrets ?? []), ...this.secrets()],
    });
    throw mayHaveRun ? error.markUncertain() : error;
  }

  private prepare({ route }: Operation, params: SendOptions) {
    const { id = "", query } = params;
    const [method = "", template = ""] = route.split(" ");
    if (template.includes("{id}") && !idForm.test(id)) {
      const given = JSON.stringify(id.slice(0, 60));
      throw new Error(
        `${method} ${template} (${this.domain}): not sent, since the id is ${given}; ${wrongId}`,
      );
    }
    const path = template.replace("{id}", id);
    const body = params.body === undefined ? undefined : JSON.stringify(params.body);
    const bytes = Buffer.byteLength(body ?? "");
    if (bytes > maxBodyBytes) {
      throw new Error(
        `${method} ${path} (${this.domain}): not sent; ${bytes} bytes, and the service takes 1 megabyte; make the values smaller`,
      );
    }
    const correlationId =
      method === "GET" ? undefined : (params.correlationId ?? newCorrelationId());
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
    return { request, path, correlationId };
  }

  /** A refused token is renewed once, and the request, which did not run, repeated once. */
  private async authorized(
    request: HttpRequest,
    wait: Wait,
    renewed = false,
  ): Promise<HttpResponse> {
    const token = await this.token.get();
    const headers = { ...request.headers, Authorization: `Bearer ${token}` };
    wait.reason = () => "an answer";
    const answer = await this.transport.exchange({ ...request, headers });
    // A ready token only the user can replace.
    if (answer.status !== 401 || renewed || this.settings.credentials.apiToken) return answer;
    await this.token.refuse(token);
    return this.authorized(request, wait, true);
  }
}

const opened = new Map<string, ManagementApi>();

/**
 * The same client for the same settings, so that a process asks for one token only. It keeps the
 * logger of the first call.
 */
export function openApi(settings: Settings, logger: Logger = consoleLogger): ManagementApi {
  const key = JSON.stringify(settings);
  const api = opened.get(key) ?? new ManagementApi(settings, realClock, logger);
  opened.set(key, api);
  return api;
}
