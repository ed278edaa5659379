import { expect, test } from "@jest/globals";
import { allScopes } from "../../../../emulator/src";
import { call, requestToken, responseOf, start } from "../support/tenant";

test.each([
  ["/oauth/token", "form"],
  ["/oauth/token", "json"],
  ["/oauth/token/", "form"],
  ["/oauth/token/", "json"],
] as const)("%s returns a token for the API to a request with a %s body", async (path, type) => {
  const tenant = await start();
  const { status, body } = await requestToken(tenant, {}, { path, type });
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    token_type: "Bearer",
    expires_in: 86_400,
    scope: allScopes.join(" "),
  });
  const options = { token: body.access_token };
  expect((await call(tenant, "GET /event-streams", undefined, options)).status).toBe(200);
});

test("a token has the scopes and the lifetime of the options", async () => {
  const tenant = await start({ scopes: ["read:event_streams"], expiresIn: 30 });
  const { body } = await requestToken(tenant);
  expect(body).toMatchObject({ scope: "read:event_streams", expires_in: 30 });
  const options = { token: body.access_token };
  expect((await call(tenant, "GET /event-streams", undefined, options)).status).toBe(200);
  expect((await call(tenant, "GET /rate-limit-policies", undefined, options)).status).toBe(403);
});

test("a token has only the requested scopes that the client has", async () => {
  const tenant = await start();
  const { body } = await requestToken(tenant, { scope: "read:event_streams read:clients" });
  expect(body.scope).toBe("read:event_streams");
});

test("the audience is the path of the API, or its address with any name of the tenant", async () => {
  const tenant = await start({ domain: "canonical.eu.auth0.com" });
  const port = new URL(tenant.url).port;
  for (const audience of [
    "/api/v2/",
    `http://${tenant.domain}/api/v2/`,
    `https://${tenant.domain}/api/v2/`,
    `https://localhost:${port}/api/v2/`,
    "https://canonical.eu.auth0.com/api/v2/",
  ]) {
    expect((await requestToken(tenant, { audience })).status).toBe(200);
  }
});

test.each<[string, Record<string, string | undefined>, number, string, string]>([
  ["no grant type", { grant_type: undefined }, 400, "invalid_request", "grant_type"],
  ["another grant type", { grant_type: "password" }, 403, "unsupported_grant_type", "password"],
  ["no client", { client_id: undefined }, 400, "invalid_request", "client_id"],
  ["a wrong secret", { client_secret: "guess" }, 401, "access_denied", "Unauthorized"],
  ["no audience", { audience: undefined }, 403, "access_denied", "No audience"],
  [
    "another tenant's audience",
    { audience: "https://other.auth0.com/api/v2/" },
    403,
    "access_denied",
    "Service not found: https://other.auth0.com/api/v2/",
  ],
  ["two credentials", { client_assertion: "a.b.c" }, 400, "invalid_request", "not both"],
  [
    "an assertion of another type",
    { client_assertion: "a.b.c", client_secret: undefined },
    400,
    "invalid_request",
    "client_assertion_type",
  ],
])("a token request with %s is refused", async (_fault, changes, status, error, description) => {
  const tenant = await start();
  const response = await requestToken(tenant, changes);
  expect(response.status).toBe(status);
  expect(response.body).toEqual({
    error,
    error_description: expect.stringContaining(description),
  });
});

test.each<[string, string, string, number]>([
  ["broken JSON", "application/json", "{", 400],
  ["another media type", "text/plain", "grant_type=client_credentials", 415],
  ["over a megabyte", "application/x-www-form-urlencoded", `a=${"x".repeat(1_048_576)}`, 413],
])("a body with %s is refused with OAuth's error body", async (_fault, type, body, status) => {
  const tenant = await start();
  const headers = { "content-type": type };
  const httpResponse = await fetch(`${tenant.url}/oauth/token`, { method: "POST", headers, body });
  const response = await responseOf(httpResponse);
  expect(response.status).toBe(status);
  expect(response.body).toEqual({
    error: "invalid_request",
    error_description: expect.stringMatching(/./),
  });
});
