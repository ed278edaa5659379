import { randomUUID } from "node:crypto";
import packageSchema from "../../schema.json";
import type { Settings } from "../config/settings";
import { Reads } from "../lifecycle/batchedReads";
import type { Making } from "../lifecycle/createCandidates";
import { idForm, type Operation } from "../resources/definition";
import { configVariables } from "../schema/packageSchema";
import type { Json, Props } from "../shared/json";
import { AccessToken } from "./accessToken";
import { ApiError, apiError, wrongId } from "./apiError";
import { type HttpAnswer, type HttpRequest, NoAnswer } from "./http";
import { Pace } from "./rateLimiter";
import { type Clock, grantedAnswer, judge, type Outcome, realClock } from "./retry";
import { Connection } from "./transport";
import type { Wait } from "./waitNotice";

export interface Params {
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
export class Tenant {
  readonly domain: string;
  readonly maxRetries: number;
  readonly connection: Connection;
  readonly token: AccessToken;
  /** Ids that a resource has: those that this process has made, read or compared. */
  readonly held = new Set<string>();
  /** Objects that are being made, each with its end. */
  readonly making = new Map<Making, Promise<unknown>>();
  /** Creates with a lost attempt that may still produce an object. */
  readonly unaccounted = new Set<Making>();
  private readonly collections = new Map<Operation, Reads>();
  private readonly pace: Pace;

  constructor(
    private readonly settings: Settings,
    clock: Clock = realClock,
  ) {
    for (const warning of settings.warnings) console.warn(warning);
    this.domain = settings.domain;
    this.maxRetries = settings.limits.maxRetries;
    this.connection = new Connection(settings, clock);
    this.pace = new Pace(settings.limits, clock);
    this.token = new AccessToken(settings, this.connection, () => this.secrets());
  }

  /** Takes an id for a resource; false where one has it already. */
  claim(id: string): boolean {
    const free = !this.held.has(id);
    this.held.add(id);
    return free;
  }

  /** What no message may show. */
  secrets(): string[] {
    const { credentials } = this.settings;
    const names = Object.keys(credentials).filter((name) => configVariables[name]?.secret);
    return [...names.map((name) => credentials[name] ?? ""), ...this.token.seen];
  }

  /** Objects remember their tenant: no request goes to another that happens to be configured. */
  assertHome(name: string, { tenant }: Props): void {
    const known = [this.domain, this.settings.formerDomain];
    if (typeof tenant !== "string" || known.includes(tenant)) return;
    throw new Error(
      `${name} lives in the tenant ${tenant}, but ${this.domain} is configured; nothing was sent. Configure ${tenant} again; or, if it was renamed, set auth0:formerDomain to ${tenant} and run \`pulumi up\`; or, to make new objects in ${this.domain}, use a stack of its own.`,
    );
  }

  /** The reads of one collection. */
  reads(one: Operation, list?: Operation): Reads {
    const reads = this.collections.get(one) ?? new Reads(this, one, list);
    this.collections.set(one, reads);
    return reads;
  }

  /** The body of a granted request; whatever else comes back is an ApiError. */
  async send(operation: Operation, params: Params = {}): Promise<Json | undefined> {
    const { request, path, correlationId } = this.prepare(operation, params);
    const { method } = request;
    const asked = `${method} ${path} (${this.domain})`;
    const ask = { method, path, deadline: params.deadline };
    // Of any attempt: a refusal that follows a lost answer does not undo what was done.
    let unsure = false;
    const note = <T extends Outcome>(outcome: T): T => {
      unsure ||= judge(outcome, { ...ask, repeatable: false }) === "unsure";
      return outcome;
    };
    const attempt = async (wait: Wait, again: boolean) => {
      wait.reason = () => "an access token";
      // Before its turn, so that a token which cannot be had fails all who wait at once.
      await this.token.get();
      wait.reason = () => this.pace.reason();
      const sent = this.pace.run(() => this.authorized(request, wait), again);
      return sent.then(note, (error: unknown) => {
        throw error instanceof NoAnswer ? note(error) : error;
      });
    };
    const outcome = await this.connection.persist(ask, attempt).catch((error: unknown) => {
      throw unsure && error instanceof ApiError ? error.doubt() : error;
    });
    const answer = grantedAnswer(outcome, method);
    if (answer) return answer.body;
    const { apiToken } = this.settings.credentials;
    const advice: Params["advice"] = { ...params.advice, ...(apiToken && { 401: staleToken }) };
    throw apiError({
      asked,
      outcome,
      scope: operation.scope,
      correlationId,
      unsure,
      advice: outcome instanceof NoAnswer ? undefined : advice[outcome.status],
      secrets: [...(params.secrets ?? []), ...this.secrets()],
    });
  }

  private prepare({ route }: Operation, params: Params) {
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
  private async authorized(request: HttpRequest, wait: Wait, renewed = false): Promise<HttpAnswer> {
    const token = await this.token.get();
    const headers = { ...request.headers, Authorization: `Bearer ${token}` };
    wait.reason = () => "an answer";
    const answer = await this.connection.exchange({ ...request, headers });
    // A ready token only the user can replace.
    if (answer.status !== 401 || renewed || this.settings.credentials.apiToken) return answer;
    await this.token.refuse(token);
    return this.authorized(request, wait, true);
  }
}

const open = new Map<string, Tenant>();

/** The same tenant for the same settings, so that a process asks for one token only. */
export function openTenant(settings: Settings): Tenant {
  const key = JSON.stringify(settings);
  const tenant = open.get(key) ?? new Tenant(settings);
  open.set(key, tenant);
  return tenant;
}
