import { constants, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "@jest/globals";
import { allScopes, type Tenant } from "../../../emulator/src";
import { type Answer, answerOf, call, start } from "./support";

interface TokenRequest {
  path?: string;
  type?: "form" | "json";
}

const grant = (tenant: Tenant, changes: Record<string, string | undefined> = {}) => ({
  grant_type: "client_credentials",
  client_id: tenant.environment.AUTH0_CLIENT_ID,
  client_secret: tenant.environment.AUTH0_CLIENT_SECRET,
  audience: `https://${tenant.domain}/api/v2/`,
  ...changes,
});

async function ask(
  tenant: Tenant,
  changes: Record<string, string | undefined> = {},
  { path = "/oauth/token", type = "form" }: TokenRequest = {},
): Promise<Answer> {
  const json = JSON.stringify(grant(tenant, changes));
  return answerOf(
    await fetch(`${tenant.url}${path}`, {
      method: "POST",
      ...(type === "form"
        ? { body: new URLSearchParams(JSON.parse(json)) }
        : { body: json, headers: { "content-type": "application/json" } }),
    }),
  );
}

test.each([
  ["/oauth/token", "form"],
  ["/oauth/token", "json"],
  ["/oauth/token/", "form"],
  ["/oauth/token/", "json"],
] as const)("%s answers a %s body with a token that the API takes", async (path, type) => {
  const tenant = await start();
  const { status, body } = await ask(tenant, {}, { path, type });
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

test("scopes and lifetime are the tenant's", async () => {
  const tenant = await start({ scopes: ["read:event_streams"], expiresIn: 30 });
  const { body } = await ask(tenant);
  expect(body).toMatchObject({ scope: "read:event_streams", expires_in: 30 });
  const options = { token: body.access_token };
  expect((await call(tenant, "GET /event-streams", undefined, options)).status).toBe(200);
  expect((await call(tenant, "GET /rate-limit-policies", undefined, options)).status).toBe(403);
});

test("a requested scope narrows the token", async () => {
  const tenant = await start();
  const { body } = await ask(tenant, { scope: "read:event_streams read:clients" });
  expect(body.scope).toBe("read:event_streams");
});

test("the audience is the bare path, or the API's address under any name of the tenant", async () => {
  const tenant = await start({ domain: "canonical.eu.auth0.com" });
  const port = new URL(tenant.url).port;
  for (const audience of [
    "/api/v2/",
    `http://${tenant.domain}/api/v2/`,
    `https://${tenant.domain}/api/v2/`,
    "https://127.0.0.1/api/v2/",
    `https://localhost:${port}/api/v2/`,
    "https://canonical.eu.auth0.com/api/v2/",
  ]) {
    expect((await ask(tenant, { audience })).status).toBe(200);
  }
});

test.each<[string, Record<string, string | undefined>, number, string, string]>([
  ["no grant type", { grant_type: undefined }, 400, "invalid_request", "grant_type"],
  ["another grant type", { grant_type: "password" }, 403, "unsupported_grant_type", "password"],
  ["no client", { client_id: undefined }, 400, "invalid_request", "client_id"],
  ["an unknown client", { client_id: "other" }, 401, "access_denied", "Unauthorized"],
  ["a wrong secret", { client_secret: "guess" }, 401, "access_denied", "Unauthorized"],
  ["no secret", { client_secret: undefined }, 401, "access_denied", "Unauthorized"],
  ["no audience", { audience: undefined }, 403, "access_denied", "No audience"],
  [
    "another tenant's audience",
    { audience: "https://other.auth0.com/api/v2/" },
    403,
    "access_denied",
    "Service not found: https://other.auth0.com/api/v2/",
  ],
  [
    "an audience without its slash",
    { audience: "/api/v2" },
    403,
    "access_denied",
    "Service not found: /api/v2",
  ],
  ["two credentials", { client_assertion: "a.b.c" }, 400, "invalid_request", "not both"],
  [
    "an assertion of another type",
    { client_assertion: "a.b.c", client_secret: undefined },
    400,
    "invalid_request",
    "client_assertion_type",
  ],
])("%s is refused", async (_fault, changes, status, error, description) => {
  const tenant = await start();
  const answer = await ask(tenant, changes);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    error,
    error_description: expect.stringContaining(description),
  });
});

test.each<[string, string, string, number]>([
  ["broken JSON", "application/json", "{", 400],
  ["no parameters", "application/json", "", 400],
  ["another media type", "text/plain", "grant_type=client_credentials", 415],
  ["over a megabyte", "application/x-www-form-urlencoded", `a=${"x".repeat(1_048_576)}`, 413],
])("a body with %s is refused in OAuth's form", async (_fault, type, body, status) => {
  const tenant = await start();
  const headers = { "content-type": type };
  const response = await fetch(`${tenant.url}/oauth/token`, { method: "POST", headers, body });
  const answer = await answerOf(response);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    error: "invalid_request",
    error_description: expect.stringMatching(/./),
  });
});

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const clientPublicKey = publicKey.export({ type: "spki", format: "pem" }).toString();

function assertion(claims: object, alg = "RS256", key = privateKey): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg, typ: "JWT" })}.${encode(claims)}`;
  const pss = {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  };
  const signature = sign(
    alg === "RS384" ? "sha384" : "sha256",
    Buffer.from(signed),
    alg === "PS256" ? { key, ...pss } : key,
  );
  return `${signed}.${signature.toString("base64url")}`;
}

const claimsFor = (tenant: Tenant, changes: object = {}) => ({
  iss: "emulator-client",
  sub: "emulator-client",
  aud: `https://${tenant.domain}/`,
  exp: Math.floor(Date.now() / 1000) + 60,
  jti: "1",
  ...changes,
});

const asserted = (tenant: Tenant, client_assertion: string) =>
  ask(tenant, {
    client_secret: undefined,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion,
  });

test.each(["RS256", "RS384", "PS256"])(
  "a client assertion signed with %s is taken",
  async (alg) => {
    const tenant = await start({ clientPublicKey });
    expect((await asserted(tenant, assertion(claimsFor(tenant), alg))).status).toBe(200);
  },
);

test("a client assertion may name the tenant by http or by its canonical domain", async () => {
  const tenant = await start({ clientPublicKey, domain: "canonical.eu.auth0.com" });
  for (const aud of [`http://${tenant.domain}/`, ["https://canonical.eu.auth0.com/"]]) {
    expect((await asserted(tenant, assertion(claimsFor(tenant, { aud })))).status).toBe(200);
  }
});

test.each<[string, object, string]>([
  ["another issuer", { iss: "other" }, "iss and sub"],
  ["another subject", { sub: "other" }, "iss and sub"],
  ["another audience", { aud: "https://other.auth0.com/" }, "aud"],
  ["no audience", { aud: undefined }, "aud"],
  ["an expiry in the past", { exp: 1 }, "expired"],
  ["no expiry", { exp: undefined }, "expired"],
])("a client assertion with %s is refused", async (_fault, changes, description) => {
  const tenant = await start({ clientPublicKey });
  expect(await asserted(tenant, assertion(claimsFor(tenant, changes)))).toMatchObject({
    status: 401,
    body: { error: "access_denied", error_description: expect.stringContaining(description) },
  });
});

test("a client assertion needs the configured key and a known algorithm", async () => {
  const tenant = await start({ clientPublicKey });
  const claims = claimsFor(tenant);
  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const [head, body] = assertion(claims).split(".");
  const refused = async (of: Tenant, text: string) => {
    const answer = await asserted(of, text);
    return `${answer.status} ${answer.body.error_description}`;
  };
  expect(await refused(tenant, assertion(claims, "RS256", stranger))).toMatch(/^401 .*signature/);
  expect(await refused(tenant, assertion(claims, "HS256"))).toMatch(/^401 .*algorithm/);
  expect(await refused(tenant, `${head}.${body}.`)).toMatch(/^401 .*signature/);
  expect(await refused(tenant, "nonsense")).toMatch(/^401 .*algorithm/);
  expect(await refused(await start(), assertion(claims))).toMatch(/^401 .*no public key/);
});

test("a public key that is none is told at the start", async () => {
  await expect(start({ clientPublicKey: "not a key" })).rejects.toThrow();
});
