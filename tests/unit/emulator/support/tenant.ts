import { afterEach } from "@jest/globals";
import { startTenant, type Tenant, type TenantOptions } from "../../../../emulator/src";

const started: Tenant[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((tenant) => tenant.close()));
});

export async function start(options?: TenantOptions): Promise<Tenant> {
  const tenant = await startTenant(options);
  started.push(tenant);
  return tenant;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a response may be any JSON
  body: any;
}

interface CallOptions {
  token?: string | null;
  headers?: Record<string, string>;
  raw?: string;
}

/** Sends an API request with a new token: `call(tenant, "PATCH /event-streams/est_1", body)`. */
export async function call(
  tenant: Pick<Tenant, "url"> & Partial<Pick<Tenant, "issueToken">>,
  route: string,
  body?: unknown,
  { token = tenant.issueToken?.() ?? null, headers = {}, raw }: CallOptions = {},
): Promise<ApiResponse> {
  const [method = "", path = ""] = route.split(" ");
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${tenant.url}/api/v2${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  return responseOf(response);
}

export async function responseOf(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const { status, headers } = response;
  return { status, headers, body: isJson && text !== "" ? JSON.parse(text) : text };
}

export const basic = { method: "basic", username: "tenant", password: "open sesame" };

export const webhook = (authorization: object = basic) => ({
  type: "webhook",
  configuration: {
    webhook_endpoint: "https://crm.example.com/hook",
    webhook_authorization: authorization,
  },
});

export const action = { type: "action", configuration: { action_id: "a1b2" } };

export const stream = (changes: object = {}) => ({
  name: "crm",
  subscriptions: [{ event_type: "user.created" }],
  destination: webhook(),
  ...changes,
});

export const policy = (changes: object = {}) => ({
  resource: "oauth_authentication_api",
  consumer: "client",
  consumer_selector: "default",
  configuration: { action: "block", limit: 100 },
  ...changes,
});

export async function createdStream(tenant: Tenant, changes: object = {}): Promise<string> {
  return (await call(tenant, "POST /event-streams", stream(changes))).body.id;
}

export const clock = (start: string) => {
  let time = Date.parse(start);
  return {
    now: () => time,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};

interface TokenRequest {
  path?: string;
  type?: "form" | "json";
}

type TokenIssuer = Pick<Tenant, "url" | "domain" | "environment">;

const grant = (tenant: TokenIssuer, changes: Record<string, string | undefined> = {}) => ({
  grant_type: "client_credentials",
  client_id: tenant.environment.AUTH0_CLIENT_ID,
  client_secret: tenant.environment.AUTH0_CLIENT_SECRET,
  audience: `https://${tenant.domain}/api/v2/`,
  ...changes,
});

/** Sends a valid token request with these changes. */
export async function requestToken(
  tenant: TokenIssuer,
  changes: Record<string, string | undefined> = {},
  { path = "/oauth/token", type = "form" }: TokenRequest = {},
): Promise<ApiResponse> {
  const json = JSON.stringify(grant(tenant, changes));
  return responseOf(
    await fetch(`${tenant.url}${path}`, {
      method: "POST",
      ...(type === "form"
        ? { body: new URLSearchParams(JSON.parse(json)) }
        : { body: json, headers: { "content-type": "application/json" } }),
    }),
  );
}
