import { describe, expect, test } from "@jest/globals";
import { forgetOpenApis, ManagementApi, openApi } from "../../../../provider/api/managementApi";
import type { Operation } from "../../../../provider/api/operation";
import { settingsFrom } from "../../../../provider/config/settings";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { rateLimitPolicy } from "../../../../provider/resources";
import { configVariables } from "../../../../provider/schema/packageSchema";
import { consoleLogger } from "../../../../provider/shared/logger";
import { connect, connectTo, openTenant } from "../../../support/tenant/connect";
import { canaries } from "../../../support/values/eventStream";
import { serviceAccount } from "../../../support/values/guardianFcmv1Provider";
import { policy as policyInputs } from "../../../support/values/rateLimitPolicy";

/** The first request and ten retries, the default of auth0:maxRetries. */
const maxAttempts = 11;
const post: Operation = {
  route: "POST /rate-limit-policies",
  scopes: ["create:rate_limit_policies"],
};
const get: Operation = {
  route: "GET /rate-limit-policies/{id}",
  scopes: ["read:rate_limit_policies"],
};
const list: Operation = { route: "GET /rate-limit-policies", scopes: ["read:rate_limit_policies"] };
const patch: Operation = {
  route: "PATCH /rate-limit-policies/{id}",
  scopes: ["update:rate_limit_policies"],
};
const remove: Operation = {
  route: "DELETE /rate-limit-policies/{id}",
  scopes: ["delete:rate_limit_policies"],
};
const put: Operation = {
  route: "PUT /guardian/factors/push-notification/providers/fcmv1",
  scopes: ["update:guardian_factors"],
};
const all = [post, put, patch, remove, get];
const name = ({ route }: Operation) => route.split(" ")[0];
const each = all.map((one) => [name(one), one] as const);
const send = (api: ManagementApi, operation: Operation) =>
  api.send(operation, { id: "rlp_1", ...(/^P/.test(operation.route) && { body: {} }) });
const policy = {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumer_selector: "default",
  configuration: { action: "allow" },
};
const busy = { status: 503, body: { message: "busy" } };

describe("a request", () => {
  test("carries the token, the content type and a user agent, and returns the body", async () => {
    const { server, api } = await connect();
    const answer = await api.send(post, { body: policy });
    expect(answer).toEqual([...server.policies.values()][0]);
    const request = server.requests[1];
    expect(request).toMatchObject({
      method: "POST",
      path: "/api/v2/rate-limit-policies",
      body: policy,
    });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${await api.token.get()}`,
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^auth0-native\/\d+\.\d+\.\d+/),
    });
  });

  test("by GET has no content type and no correlation id", async () => {
    const { server, api } = await connect();
    await api.send(list, { query: { take: "5", consumer: "client" } });
    expect(server.requests[1]?.query).toEqual({ take: "5", consumer: "client" });
    expect(server.requests[1]?.headers).not.toHaveProperty("content-type");
    expect(server.requests[1]?.headers).not.toHaveProperty("x-correlation-id");
  });

  test.each(["..", "", "a/b", "a?b", "a#b", "%2e%2e", "a b", "\n"])(
    "with the id %j is not sent, and the error says how to remove it from the state",
    async (id) => {
      const { server, api } = await connect();
      await expect(api.send(patch, { id, body: {} })).rejects.toThrow(
        /^PATCH \/\S+\/\{id\} \(.*\): not sent, because the ID is ".*".\nThe ID isn't valid. Correct it.\nIf the state contains it, run `pulumi state delete <urn>`.$/,
      );
      expect(server.apiRequests()).toEqual([]);
    },
  );

  test("of more than a megabyte is not sent", async () => {
    const { server, api } = await connect();
    // Each character takes two bytes.
    const body = { server_credentials: "é".repeat(499_988) };
    expect(Buffer.byteLength(JSON.stringify(body))).toBe(1_000_001);
    await expect(api.send(put, { body })).rejects.toThrow(
      /^PUT \S+fcmv1 \(\S+\): not sent, because the body has 1000001 bytes and Auth0 accepts at most 1 MB.\nShorten the values.$/,
    );
    expect(server.requests).toEqual([]);
  });
});

describe("the correlation id", () => {
  test.each(each.filter(([method]) => method !== "GET"))(
    "of %s is the same for all attempts, new for each operation, and part of the error",
    async (_method, operation) => {
      const { server, api } = await connect();
      server.respond = ({ kind }) => (kind === "api" ? { ...busy, status: 429 } : undefined);
      const error = await send(api, operation).catch((reason: Error) => reason);
      const ids = server.requests.slice(1).map(({ headers }) => headers["x-correlation-id"]);
      expect(ids).toHaveLength(maxAttempts);
      expect(new Set(ids).size).toBe(1);
      expect(String(ids[0])).toMatch(/^[\w-]{1,64}$/);
      expect((error as Error).message).toContain(`\nCorrelation ID: ${ids[0]}`);
      server.clearRequests();
      await send(api, operation).catch(() => undefined);
      expect(server.requests[0]?.headers["x-correlation-id"]).not.toBe(ids[0]);
    },
  );

  test("begins with the longest prefix of the settings and has 64 characters, Auth0's limit", async () => {
    const prefix = "deploy.eu/".padEnd(Number(configVariables.correlationIdPrefix?.maxLength), "+");
    const get = (key: string) => (key === "auth0:correlationIdPrefix" ? prefix : undefined);
    const { server, clock } = await connect();
    const { session, api } = openTenant(settingsFrom({ get }, server.environment), clock);
    await lifecycle(rateLimitPolicy).create(session, policyInputs());
    await api.send(put, { body: { server_credentials: serviceAccount("key") } });
    const ids = server.requests
      .filter(({ kind }) => kind === "api")
      .map(({ headers }) => String(headers["x-correlation-id"]));
    expect(ids.map((id) => [id.slice(0, prefix.length), id.length])).toEqual([
      [prefix, 64],
      [prefix, 64],
    ]);
  });
});

test.each([
  [true, "a line for each attempt"],
  [false, "no line"],
])("with debug %s, the request log has %s", async (debug) => {
  const { server, settings, clock } = await connect();
  const lines: string[] = [];
  const info = (line: string) => void lines.push(line);
  const api = new ManagementApi({ ...settings, debug }, clock, { ...consoleLogger, info });
  let count = 0;
  server.respond = ({ kind }) => {
    if (kind === "token") return undefined;
    if (count++ === 0) return { ...busy, headers: { "X-RateLimit-Remaining": "7" } };
    return { status: 204 };
  };
  await api.send(remove, { id: "rlp_1", query: { name: "canary" } });
  const [id] = server.requests.map(({ headers }) => headers["x-correlation-id"]).filter(Boolean);
  const place = `(${settings.domain})`;
  const all = [
    `POST /oauth/token ${place}: status 200, attempt 1, 0 ms`,
    `DELETE /rate-limit-policies/rlp_1 ${place}: status 503, attempt 1, 0 ms, budget 7 [correlation ID ${id}]`,
    `DELETE /rate-limit-policies/rlp_1 ${place}: status 204, attempt 2, 0 ms [correlation ID ${id}]`,
  ];
  expect(lines).toEqual(debug ? all : []);
});

describe("a 401", () => {
  test("renews the token once and repeats the request once, POST too", async () => {
    const { server, api } = await connect();
    await api.token.get();
    server.revokeTokens();
    await api.send(post, { body: policy });
    expect(server.requests.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      "token 200",
      "api 401",
      "token 200",
      "api 201",
    ]);
  });

  test("for many concurrent requests costs one token", async () => {
    const { server, api } = await connect();
    await api.token.get();
    server.revokeTokens();
    await Promise.all(Array.from({ length: 10 }, () => api.send(list)));
    expect(server.tokenRequests()).toBe(2);
  });

  test("for a configured token is not retried", async () => {
    const { server, api } = await connect({}, { credentials: { apiToken: "ready" } });
    await expect(api.send(list)).rejects.toThrow("401 invalid_token");
    expect(server.requests).toHaveLength(1);
  });
});

test("a response that never arrived leaves no body, header, or token in its error", async () => {
  const { api } = await connectTo((request) => request.socket.destroy());
  const requested = api.send(post, { body: { server_credentials: canaries.token } });
  const error = (await requested.catch((reason: unknown) => reason)) as Error;
  const everything = JSON.stringify(error, Object.getOwnPropertyNames(error));
  expect(everything).toContain("no response");
  expect(everything).not.toMatch(new RegExp(`${canaries.token}|ready-token`));
  expect(error.cause).toBeUndefined();
});

test("openApi gives the same client for the same settings, until the clients are forgotten", async () => {
  const { settings } = await connect();
  const api = openApi(settings);
  expect(openApi({ ...settings })).toBe(api);
  expect(openApi({ ...settings, audience: "urn:other" })).not.toBe(api);
  forgetOpenApis();
  expect(openApi(settings)).not.toBe(api);
});
