import { randomUUID } from "node:crypto";
import packageSchema from "../schema.json";
import type { Operation } from "./definition";
import { apiError, webPage } from "./errors";
import { exchange, type HttpAnswer, type HttpRequest } from "./http";
import type { Json, Props } from "./json";
import { type Clock, persist, realClock } from "./retry";
import { configVariables } from "./schema";
import type { Settings } from "./settings";
import { AccessToken } from "./token";

export interface Params {
  id?: string;
  query?: Record<string, string>;
  body?: Json;
  /** What to do next, by status; goes into the error. */
  advice?: Partial<Record<number, string | undefined>>;
  /** What the error must not repeat, whatever the answer does. */
  secrets?: string[];
}

/** The interface's limit for a request's body, section 8. */
const maxBodyBytes = 1_000_000;

const lookFirst = "it may have been made all the same: look for it before running again";

/** The Management API of one tenant. */
export class Tenant {
  readonly domain: string;
  readonly token: AccessToken;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock = realClock,
  ) {
    for (const warning of settings.warnings) console.warn(warning);
    this.domain = settings.domain;
    this.token = new AccessToken(settings, clock, () => this.secrets());
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

  /** The body of a granted request; whatever else comes back is an ApiError. */
  async send({ route, scope }: Operation, params: Params = {}): Promise<Json | undefined> {
    const { id = "", query, advice, secrets = [] } = params;
    const [method = "", template = ""] = route.split(" ");
    const path = template.replace("{id}", () => encodeURIComponent(id));
    const asked = `${method} ${path} (${this.domain})`;
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
    const unsure = method === "POST" ? lookFirst : undefined;
    const failure = { asked, scope, correlationId, unsure };
    const attempt = () => this.authorized(request);
    const answer = await persist(attempt, method !== "POST", this.clock, failure);
    const granted = answer.status >= 200 && answer.status <= 299;
    // A page may come with status 200; other text is enough for a deletion alone.
    const text = typeof answer.body === "string" ? answer.body : "";
    if (granted && !(method === "DELETE" ? webPage.test(text) : text)) return answer.body;
    const hidden = [...secrets, ...this.secrets()];
    throw apiError({ ...failure, answer, advice: advice?.[answer.status], secrets: hidden });
  }

  /** A refused token is renewed once, and the request, which did not run, repeated once. */
  private async authorized(request: HttpRequest, renewed = false): Promise<HttpAnswer> {
    const token = await this.token.get();
    const headers = { ...request.headers, Authorization: `Bearer ${token}` };
    const answer = await exchange({ ...request, headers });
    // A ready token only the user can replace.
    if (answer.status !== 401 || renewed || this.settings.credentials.apiToken) return answer;
    await this.token.refuse(token);
    return this.authorized(request, true);
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
