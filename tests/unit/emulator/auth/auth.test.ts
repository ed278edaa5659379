import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "@jest/globals";
import { SignJWT } from "jose";
import type { Tenant } from "../../../../emulator/src";
import { action, call, clock, requestToken, responseOf, start } from "../support/tenant";

const streamId = `est_${"1".repeat(22)}`;

test("a token is rejected from the second in which it expires", async () => {
  const { now, advance } = clock("2026-03-01T12:00:00Z");
  const tenant = await start({ now, expiresIn: 60 });
  const token = tenant.issueToken();
  advance(59_999);
  expect((await call(tenant, "GET /event-streams", undefined, { token })).status).toBe(200);
  advance(1);
  expect(await call(tenant, "GET /event-streams", undefined, { token })).toMatchObject({
    status: 401,
    body: { message: "Expired token received for JSON Web Token validation" },
  });
});

test("token, scope, id, body, query, and existence are checked in this order", async () => {
  const tenant = await start();
  const nobody = tenant.issueToken({ scopes: [] });
  const patch = (id: string, body: unknown, query = "", token?: string | null) =>
    call(tenant, `PATCH /event-streams/${id}${query}`, body, token === undefined ? {} : { token });
  const codes = [
    await patch("wrong", {}, "?x=1", null),
    await patch("wrong", {}, "?x=1", nobody),
    await patch("wrong", {}, "?x=1"),
    await patch(streamId, { colour: "red" }, "?x=1"),
    await patch(streamId, { destination: action }, "?x=1"),
    await patch(streamId, { destination: action }),
  ].map(({ status, body }) => `${status} ${body.errorCode}`);
  expect(codes).toEqual([
    "401 invalid_token",
    "403 insufficient_scope",
    "400 invalid_uri",
    "400 invalid_body",
    "400 invalid_query_string",
    "404 undefined",
  ]);
});

test("a missing token is rejected before an unreadable body", async () => {
  const tenant = await start();
  for (const raw of ["{", `"${"x".repeat(1_100_000)}"`]) {
    const response = await call(tenant, "POST /event-streams", undefined, { raw, token: null });
    expect(response.status).toBe(401);
  }
});

test("a body over one megabyte is a 413", async () => {
  const tenant = await start();
  const name = (length: number) => JSON.stringify({ name: "n".repeat(length - 11) });
  const post = (raw: string) => call(tenant, "POST /event-streams", undefined, { raw });
  expect((await post(name(1_048_576))).status).toBe(400);
  expect(await post(name(1_048_577))).toMatchObject({
    status: 413,
    body: {
      statusCode: 413,
      error: "Payload Too Large",
      message: "Payload content length greater than maximum allowed: 1048576",
    },
  });
});

test.each(["application/x-www-form-urlencoded", "text/plain"])(
  "a stream sent as %s is a 415",
  async (type) => {
    const tenant = await start();
    const headers = { "content-type": type };
    const response = await call(tenant, "POST /event-streams", undefined, {
      raw: "name=x",
      headers,
    });
    expect(response).toMatchObject({ status: 415, body: { error: "Unsupported Media Type" } });
  },
);

test.each([
  "GET /",
  "PUT /api/v2/event-streams",
  "DELETE /api/v2/event-streams/",
  "PROPFIND /api/v2/event-streams",
  "GET /api/v2/event-streams/%zz",
  `GET /api/v2/event-streams/${"x".repeat(9000)}`,
  "GET /oauth/token",
  "GET /_emulator/nowhere",
])("the error body of %s has its status", async (line) => {
  const tenant = await start();
  const [method = "", path] = line.split(" ");
  const headers = { authorization: `Bearer ${tenant.issueToken()}` };
  const response = await responseOf(await fetch(`${tenant.url}${path}`, { method, headers }));
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.body).toMatchObject({ statusCode: response.status, error: expect.any(String) });
});

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const clientPublicKey = publicKey.export({ type: "spki", format: "pem" }).toString();

const claimsFor = (tenant: Tenant, changes: object = {}) => ({
  iss: "emulator-client",
  sub: "emulator-client",
  aud: `https://${tenant.domain}/`,
  exp: Math.floor(Date.now() / 1000) + 60,
  jti: "1",
  ...changes,
});

const assertion = (claims: object, alg = "RS256", key = privateKey) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(key);

const asserted = (tenant: Tenant, client_assertion: string) =>
  requestToken(tenant, {
    client_secret: undefined,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion,
  });

test.each<[string, object, string]>([
  ["another issuer", { iss: "other" }, '"iss"'],
  ["another subject", { sub: "other" }, '"sub"'],
  ["another audience", { aud: "https://other.auth0.com/" }, '"aud"'],
  ["an expiry in the past", { exp: 1 }, '"exp"'],
  ["no expiry", { exp: undefined }, '"exp"'],
])("a client assertion with %s is rejected", async (_fault, changes, description) => {
  const tenant = await start({ clientPublicKey });
  const response = await asserted(tenant, await assertion(claimsFor(tenant, changes)));
  expect(response).toMatchObject({
    status: 401,
    body: { error: "access_denied", error_description: expect.stringContaining(description) },
  });
});

test("a client assertion needs the configured key and an accepted algorithm", async () => {
  const tenant = await start({ clientPublicKey });
  const claims = claimsFor(tenant);
  const otherKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const refusal = async (of: Tenant, text: string) => {
    const { status, body } = await asserted(of, text);
    return `${status} ${body.error_description}`;
  };
  const signed = await assertion(claims);
  expect(await refusal(tenant, await assertion(claims, "RS256", otherKey))).toMatch(/^401 .*signa/);
  expect(await refusal(tenant, await assertion(claims, "PS512"))).toMatch(/^401 .*"alg"/);
  expect(await refusal(tenant, "invalid")).toMatch(/^401 .*Invalid/);
  expect(await refusal(await start(), signed)).toMatch(/^401 .*no public key/);
});
