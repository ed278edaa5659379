import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Operation } from "../../../../provider/api/operation";
import { eventStream, rateLimitPolicy } from "../../../../provider/resources";
import { connect } from "../../../support/tenant/connect";

const life = 3600;
const minute = 60_000;
const reject = (request: { kind: string }) =>
  request.kind === "token"
    ? { status: 401, body: { error: "access_denied", error_description: "Unauthorized" } }
    : undefined;

async function start(options = {}, changes = {}) {
  const connection = await connect({ expiresIn: life, ...options }, changes);
  return { ...connection, token: connection.api.token };
}
const tokenPaths = (server: { requests: { kind: string; path: string }[] }) =>
  server.requests.filter(({ kind }) => kind === "token").map(({ path }) => path);

test("a token is requested once with a form, when it is first needed", async () => {
  const { server, token, settings } = await start();
  expect(server.tokenRequests()).toBe(0);
  expect(await token.get()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(server.requests).toMatchObject([
    {
      method: "POST",
      path: "/oauth/token",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: {
        grant_type: "client_credentials",
        audience: settings.audience,
        client_id: "emulator-client",
        client_secret: "emulator-client-secret",
      },
    },
  ]);
});

test.each([
  ["of an hour is kept until a minute before it expires", life, (life - 60) * 1000],
  ["of 10 seconds is kept for half its life", 10, 5000],
  ["without a lifetime is kept for a day", undefined, 24 * 60 * minute - minute],
])("a token %s, and then renewed once for all requests", async (_what, expiresIn, keptMs) => {
  const { server, token, clock } = await start({ expiresIn: expiresIn ?? life });
  const without = ({ expires_in: _, ...body }: Record<string, unknown>) => body;
  server.respond = () => (expiresIn === undefined ? { after: true, body: without } : undefined);
  const first = await token.get();
  clock.advance(keptMs - 1);
  expect(await token.get()).toBe(first);
  clock.advance(1);
  const renewed = await Promise.all([token.get(), token.get(), token.get()]);
  expect([new Set(renewed).size, renewed[0] === first, server.tokenRequests()]).toEqual([
    1,
    false,
    2,
  ]);
});

test("a rejected token is dropped, but not its successor", async () => {
  const { server, token } = await start();
  const first = await token.get();
  await Promise.all([token.drop(first), token.drop(first)]);
  const second = await token.get();
  expect(second).not.toBe(first);
  await token.drop(first);
  expect(await token.get()).toBe(second);
  expect(server.tokenRequests()).toBe(2);
});

test("/oauth/token/ is used if /oauth/token is not found", async () => {
  const { server, token } = await start();
  server.respond = ({ path }) => (path === "/oauth/token" ? { status: 404, body: {} } : undefined);
  expect(await token.get()).toMatch(/\./);
  expect(tokenPaths(server)).toEqual(["/oauth/token", "/oauth/token/"]);
  expect(server.requests[1]?.body).toEqual(server.requests[0]?.body);
});

describe("a failing token request", () => {
  test("of rejected credentials fails all requests of the next 30 seconds", async () => {
    const { server, token, clock } = await start();
    server.respond = reject;
    await expect(token.get()).rejects.toThrow("401 access_denied");
    clock.advance(29_999);
    await expect(token.get()).rejects.toThrow("401 access_denied");
    expect(server.tokenRequests()).toBe(1);
    server.respond = undefined;
    clock.advance(1);
    expect(await token.get()).toMatch(/\./);
  });

  test("of a used-up quota fails all requests until the quota resets", async () => {
    const { server, api, token, clock } = await start();
    server.respond = ({ kind }) =>
      kind === "token"
        ? {
            status: 429,
            headers: { "retry-after": "3000" },
            body: { error: "too_many_requests", error_description: "Client quota exceeded" },
          }
        : undefined;
    const message =
      /^POST \S+: 429 too_many_requests: Client quota exceeded\.\nAuth0 rejects requests until 2026-11-20 12:50:00 UTC\. Try again then/;
    for (const list of [eventStream.list, rateLimitPolicy.list] as Operation[]) {
      await expect(api.send(list)).rejects.toThrow(message);
    }
    clock.advance(2_999_999);
    await expect(token.get()).rejects.toThrow(message);
    expect([clock.slept, server.requests.length]).toEqual([[], 1]);
    server.respond = undefined;
    clock.advance(1);
    expect(await token.get()).toMatch(/\./);
  });

  test.each<[number, string]>([
    [200, "Check the domain"],
    [408, "Try again later"],
    [425, "Try again later"],
    [429, "Try again later"],
  ])("of status %i fails all waiting requests, and is not remembered", async (status, advice) => {
    const { server, token } = await start({}, { limits: { maxRetries: 0, timeoutMs: 60_000 } });
    server.respond = () => ({ status, body: {} });
    const reason = { message: expect.stringContaining(advice) };
    const failed = await Promise.allSettled([token.get(), token.get()]);
    expect(failed).toMatchObject([{ reason }, { reason }]);
    expect(server.tokenRequests()).toBe(1);
    server.respond = undefined;
    expect(await token.get()).toMatch(/\./);
    expect(server.tokenRequests()).toBe(2);
  });

  test.each<[string, object]>([
    ["a web page", { status: 200, body: "<html></html>" }],
    ["a token that is no text", { status: 200, body: { access_token: 7 } }],
    ["another good status", { status: 201, body: { access_token: "a" } }],
  ])("includes a response with %s", async (_case, answer) => {
    const { server, token } = await start();
    server.respond = () => answer;
    await expect(token.get()).rejects.toThrow(/oauth\/token: 20[01]/);
  });
});

test("a configured token is used unchanged and never renewed", async () => {
  const { server, token, clock } = await start({}, { credentials: { apiToken: "ready" } });
  clock.advance(1000 * 24 * 60 * minute);
  expect(await token.get()).toBe("ready");
  await token.drop("ready");
  expect(await token.get()).toBe("ready");
  expect(server.requests).toEqual([]);
});

describe("a private key", () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const clientPublicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
  const pem = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const withKey = (clientAssertionPrivateKey: string, clientAssertionSigningAlg = "RS256") =>
    // The assertion is dated by the real clock.
    start(
      { clientPublicKey, now: Date.now },
      {
        credentials: {
          clientId: "emulator-client",
          clientAssertionPrivateKey,
          clientAssertionSigningAlg,
        },
      },
    );

  test("signs a new assertion for every attempt", async () => {
    const { server, token } = await withKey(pem);
    const answers = [{ status: 503 }, { status: 429, body: {} }];
    server.respond = () => answers.shift();
    await token.get();
    const assertions = server.requests.map(
      ({ body }) => (body as { client_assertion: string }).client_assertion,
    );
    expect(new Set(assertions).size).toBe(3);
  });

  test.each(["RS256", "RS384", "PS256"])("signs an assertion with %s", async (algorithm) => {
    const { server, token, settings } = await withKey(pem, algorithm);
    expect(await token.get()).toMatch(/\./);
    const body = server.requests[0]?.body as Record<string, string>;
    expect(Object.keys(body).sort()).toEqual([
      "audience",
      "client_assertion",
      "client_assertion_type",
      "client_id",
      "grant_type",
    ]);
    const [header, claims] = (body.client_assertion ?? "")
      .split(".")
      .map((part) => Buffer.from(part, "base64url").toString());
    expect(header).toBe(JSON.stringify({ alg: algorithm }));
    expect(JSON.parse(claims ?? "")).toEqual({
      iss: "emulator-client",
      sub: "emulator-client",
      aud: `${settings.origin}/`,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });

  test("is read from a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
    const path = join(folder, "key.pem");
    writeFileSync(path, pem);
    const { token } = await withKey(path);
    expect(await token.get()).toMatch(/\./);
    rmSync(folder, { recursive: true });
  });
});
