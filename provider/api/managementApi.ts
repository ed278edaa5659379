import { randomUUID } from "node:crypto";
import packageSchema from "../../schema.json";
import type { Settings } from "../config/settings";
import type { Json } from "../shared/json";
import { consoleLogger, type Logger } from "../shared/logger";
import { AccessToken } from "./accessToken";
import { ApiError, apiError } from "./apiError";
import { type Clock, realClock } from "./clock";
import { wrongDeliveryId, wrongId } from "./errorAdvice";
import type { HttpRequest } from "./http";
import { NoResponse } from "./networkError";
import { idForm, type Operation } from "./operation";
import { classifyOutcome, isSuccess, mayHaveRun, type Outcome } from "./outcome";
import { RateLimiter } from "./rateLimiter";
import { Transport } from "./transport";
import type { Wait } from "./waitNotice";

export interface SendOptions {
  id?: string;
  /** The id of one of the object's deliveries: `{event_id}` of a route. */
  deliveryId?: string;
  query?: Record<string, string>;
  body?: Json;
  /** What to do next, by status; becomes part of the error. */
  advice?: Partial<Record<number, string | undefined>>;
  /** Finds the texts that an error must not show, even where the response repeats them. */
  secrets?: () => string[];
  /** Given where several requests belong to one operation, so that the tenant's log shows them together. */
  correlationId?: string;
  /** No attempt starts later. Default: five minutes from now. */
  deadline?: number;
  /** Sent even after the user has interrupted the run: an earlier request of the operation may have run. */
  evenIfInterrupted?: boolean;
  /** Called in the turn of each attempt, which is not sent if this throws. */
  beforeSending?: () => void;
}

interface ApiRequest {
  operation: Operation;
  method: string;
  path: string;
  correlationId: string | undefined;
  /** The request as it is sent, except for the access token. */
  http: HttpRequest;
}

/** The limit of a request's body on every endpoint of the API. */
const maxBodyBytes = 1_000_000;

const staleToken = ({ settingPrefix }: Settings) =>
  `Auth0 rejected the token in AUTH0_API_TOKEN (${settingPrefix}apiToken), which the provider can't renew.\n` +
  "Set a new token for this tenant's Management API.\n" +
  "If tokens expire too often, set a client ID with its secret or key instead.";

/** The Management API of one tenant. */
export class ManagementApi {
  readonly domain: string;
  readonly maxRetries: number;
  readonly transport: Transport;
  readonly token: AccessToken;
  private readonly rateLimiter: RateLimiter;

  constructor(
    readonly settings: Settings,
    clock: Clock = realClock,
    readonly logger: Logger = consoleLogger,
  ) {
    for (const warning of settings.warnings) logger.warn(warning);
    this.domain = settings.domain;
    this.maxRetries = settings.limits.maxRetries;
    this.transport = new Transport(settings, clock, logger);
    this.rateLimiter = new RateLimiter(settings.limits, clock);
    this.token = new AccessToken(settings, this.transport);
  }

  /** Credentials and tokens: no message may show them. */
  secrets(): string[] {
    return [...this.settings.secrets, ...this.token.seen];
  }

  newCorrelationId(): string {
    return `${this.settings.correlationIdPrefix}${randomUUID()}`;
  }

  /** Runs a check of values. The user gets a warning for each unknown one that the settings let pass. */
  passingUnknownValues<T>(check: (passed: string[] | undefined) => T): T {
    const passed = this.settings.unknownValues === "warn" ? [] : undefined;
    const result = check(passed);
    for (const warning of passed ?? []) this.logger.warn(warning);
    return result;
  }

  /** Returns the body of a successful response. Any other outcome is thrown as an ApiError. */
  async send(operation: Operation, options: SendOptions = {}): Promise<Json | undefined> {
    const request = this.prepare(operation, options);
    const { method, path } = request;
    const { deadline } = options;
    // True after any such attempt, because a rejection does not undo what an earlier one may have done.
    let isUncertain = false;
    const attempt = async (wait: Wait, number: number) => {
      // The token comes before the turn, so that without one, all waiting requests fail right away.
      await this.getToken(wait);
      const send = () => {
        if (number === 1) this.assertWorthSending(request, options);
        options.beforeSending?.();
        return this.exchangeWithToken(request, wait, number);
      };
      const outcome = await wait.during(
        () => this.rateLimiter.reason(),
        () => this.rateLimiter.run(send, number > 1),
      );
      isUncertain ||= mayHaveRun(classifyOutcome(outcome, method));
      return outcome;
    };
    try {
      const outcome = await this.transport.send({ method, path, deadline }, attempt);
      if (isSuccess(outcome, method)) return outcome.body;
      throw this.errorOf(outcome, request, options);
    } catch (error) {
      throw isUncertain && error instanceof ApiError ? error.markUncertain() : error;
    }
  }

  /**
   * Throws after a 429 in an interrupted run. Auth0 would likely reject this request too, and each
   * of those that wait behind it after a pause of up to a minute.
   */
  private assertWorthSending(request: ApiRequest, { evenIfInterrupted }: SendOptions): void {
    const isStuck = this.transport.interrupted && this.rateLimiter.lastWasRefused();
    if (!isStuck || evenIfInterrupted) return;
    throw new ApiError({
      failure: `${request.method} ${request.path} (${this.domain}): not sent, because the run was interrupted`,
      advice: "Try again later.",
      kind: "notRun",
    });
  }

  /** Sends a request once, and once more with a new token after a 401, since the first did not run. */
  private async exchangeWithToken(
    request: ApiRequest,
    wait: Wait,
    attempt: number,
  ): Promise<Outcome> {
    const { method, path, http } = request;
    const send = (token: string) =>
      wait.during(
        () => "a response",
        () => this.transport.exchange(withToken(http, token), `${method} ${path}`, attempt),
      );
    const token = await this.getToken(wait);
    const outcome = await send(token);
    const refused = !(outcome instanceof NoResponse) && outcome.status === 401;
    if (!refused || this.settings.credentials.apiToken) return outcome;

    await this.token.drop(token);
    return send(await this.getToken(wait));
  }

  private getToken(wait: Wait): Promise<string> {
    return wait.during(
      () => this.token.reason(),
      () => this.token.get(),
    );
  }

  private prepare(operation: Operation, options: SendOptions): ApiRequest {
    const { query } = options;
    const [method = ""] = operation.route.split(" ");
    const path = this.pathOf(operation, options);
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    const bytes = Buffer.byteLength(body ?? "");
    if (bytes > maxBodyBytes) {
      throw new Error(
        `${method} ${path} (${this.domain}): not sent, because the body has ${bytes} bytes ` +
          "and Auth0 accepts at most 1 MB.\nShorten the values.",
      );
    }

    const search = query ? `?${new URLSearchParams(query)}` : "";
    const correlationId =
      method === "GET" ? undefined : (options.correlationId ?? this.newCorrelationId());
    const http: HttpRequest = {
      method,
      url: `${this.settings.origin}/api/v2${path}${search}`,
      headers: {
        "User-Agent": `${packageSchema.name}/${packageSchema.version}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(correlationId && { "X-Correlation-ID": correlationId }),
      },
      ...(body !== undefined && { body }),
    };
    return { operation, method, path, correlationId, http };
  }

  /** The path of an operation with the ids of the request. Throws if one of them is no id. */
  private pathOf({ route }: Operation, { id = "", deliveryId = "" }: SendOptions): string {
    const [method = "", template = ""] = route.split(" ");
    return template.replace(/\{(id|event_id)\}/g, (_placeholder, name) => {
      const value = name === "id" ? id : deliveryId;
      if (idForm.test(value)) return value;
      const given = JSON.stringify(value.slice(0, 60));
      throw new Error(
        `${method} ${template} (${this.domain}): not sent, because the ID is ${given}.\n` +
          `${name === "id" ? wrongId : wrongDeliveryId}`,
      );
    });
  }

  private errorOf(outcome: Outcome, request: ApiRequest, options: SendOptions): ApiError {
    const { operation, method, path, correlationId } = request;
    const { apiToken } = this.settings.credentials;
    const advice: SendOptions["advice"] = {
      ...(options.deliveryId !== undefined && { 400: wrongDeliveryId }),
      ...options.advice,
      ...(apiToken && { 401: staleToken(this.settings) }),
    };
    return apiError({
      settingPrefix: this.settings.settingPrefix,
      request: `${method} ${path} (${this.domain})`,
      outcome,
      scopes: operation.scopes,
      isOfCollection: !operation.route.includes("{"),
      correlationId,
      advice: outcome instanceof NoResponse ? undefined : advice[outcome.status],
      secrets: [...(options.secrets?.() ?? []), ...this.secrets()],
    });
  }
}

const withToken = (request: HttpRequest, token: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, Authorization: `Bearer ${token}` },
});

/** The clients of this process, by settings. */
const openApis = new Map<string, ManagementApi>();

/**
 * The same client for the same settings, so that a process asks for one token only. It keeps the
 * logger of the first call.
 */
export function openApi(settings: Settings, logger: Logger = consoleLogger): ManagementApi {
  const key = JSON.stringify(settings);
  const api = openApis.get(key) ?? new ManagementApi(settings, realClock, logger);
  openApis.set(key, api);
  return api;
}

/** For tests: the next call of openApi makes a new client. */
export const forgetOpenApis = (): void => openApis.clear();
