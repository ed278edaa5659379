import { describe, expect, test } from "@jest/globals";
import type { Fault } from "../../../../emulator/src";
import { exchange } from "../support/exchange";
import { call, clock, createdStream, policy, requestToken, start, stream } from "../support/tenant";

const post = "POST /event-streams";

/** Creates a stream with a request that the fault affects. */
async function createWith(fault: Fault) {
  const tenant = await start({ now: clock("2026-03-01T12:00:00Z").now });
  tenant.addFault(fault);
  const received = await exchange(tenant, post, stream());
  const { status } = tenant.requests[0] ?? {};
  expect(tenant.apiRequests()).toEqual([post]);
  expect(tenant.faults).toEqual([]);
  return { ...received, tenant, created: tenant.streams.size, recorded: status };
}

const moments = [
  { when: "before", created: 0 },
  { when: "after", created: 1 },
] as const;

describe.each(moments)("a fault $when the handler", ({ when, created }) => {
  const handlerStatus = when === "after" ? 201 : 200;

  test("of kind status has the service's error body", async () => {
    const received = await createWith({ kind: "status", status: 503, when });
    expect(received).toMatchObject({ status: 503, recorded: 503, complete: true, created });
    expect(JSON.parse(received.text)).toEqual({
      statusCode: 503,
      error: "Service Unavailable",
      message: "Service Unavailable",
    });
    expect(received.headers?.["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("of kind status has the given headers and body", async () => {
    const headers = { "retry-after": "7" };
    const received = await createWith({
      kind: "status",
      status: 200,
      headers,
      body: { id: null },
      when,
    });
    expect(received).toMatchObject({ status: 200, text: '{"id":null}', headers, created });
    const text = await createWith({ kind: "status", status: 418, body: "teapot", when });
    expect(text).toMatchObject({ status: 418, text: "teapot", created });
    expect(text.headers?.["content-type"]).toBe("text/plain");
  });

  test("of kind html is a gateway's page", async () => {
    const received = await createWith({ kind: "html", when });
    expect(received).toMatchObject({ status: 502, recorded: 502, complete: true, created });
    expect(received.headers?.["content-type"]).toBe("text/html");
    expect(received.text).toMatch(/^<html>.*502/);
    expect(await createWith({ kind: "html", status: 200, when })).toMatchObject({
      status: 200,
      created,
    });
  });

  test("of kind empty has no body", async () => {
    const received = await createWith({ kind: "empty", when });
    expect(received).toMatchObject({
      status: handlerStatus,
      recorded: handlerStatus,
      complete: true,
      created,
    });
    expect(received.text).toBe("");
    expect(received.headers).toMatchObject({ "content-length": "0" });
    expect(received.headers).not.toHaveProperty("content-type");
    expect(await createWith({ kind: "empty", status: 502, when })).toMatchObject({
      status: 502,
      created,
    });
  });

  test("of kind truncated is half of the JSON in a complete HTTP response", async () => {
    const received = await createWith({ kind: "truncated", when });
    expect(received).toMatchObject({
      status: handlerStatus,
      recorded: handlerStatus,
      complete: true,
      created,
    });
    expect(received.text).toMatch(/^\{"/);
    expect(() => JSON.parse(received.text)).toThrow();
    expect(received.headers?.["content-length"]).toBe(String(received.text.length));
    expect(received.headers?.["content-type"]).toMatch(/^application\/json/);
  });

  test("of kind cut announces more bytes than it sends", async () => {
    const received = await createWith({ kind: "cut", when });
    expect(received).toMatchObject({
      status: handlerStatus,
      recorded: handlerStatus,
      complete: false,
      created,
    });
    expect(received.text).toMatch(/^\{"/);
    expect(Number(received.headers?.["content-length"])).toBeGreaterThan(received.text.length);
    expect(received.error).toBe("ECONNRESET");
  });

  test("of kind drop has no response, and its record no status", async () => {
    const received = await createWith({ kind: "drop", when });
    expect(received).toMatchObject({ error: "ECONNRESET", text: "", complete: false, created });
    expect(received.status).toBeUndefined();
    expect(received.recorded).toBeUndefined();
  });

  test.each<Fault>([
    { kind: "status", status: 500 },
    { kind: "html" },
    { kind: "empty" },
    { kind: "truncated" },
    { kind: "cut" },
  ])("of kind $kind keeps the date", async (fault) => {
    const { headers } = await createWith({ ...fault, when });
    expect(headers?.date).toBe("Sun, 01 Mar 2026 12:00:00 GMT");
  });
});

test.each<Fault>([
  { kind: "trickle", delayMs: 0 },
  { kind: "trickle", delayMs: 0, when: "after" },
  { kind: "slow", delayMs: 1 },
  { kind: "slow", delayMs: 1, when: "after" },
])("the fault %j does not change the response", async (fault) => {
  const received = await createWith(fault);
  expect(received).toMatchObject({ status: 201, recorded: 201, complete: true, created: 1 });
  const whole = await call(received.tenant, `GET /event-streams/${JSON.parse(received.text).id}`);
  expect(JSON.parse(received.text)).toEqual(whole.body);
});

test("a trickle arrives in many parts", async () => {
  const { chunks } = await createWith({ kind: "trickle", delayMs: 1 });
  // The system may join a few bytes; a response that is sent at once is one part.
  expect(chunks.length).toBeGreaterThan(10);
});

test("revoked tokens are a 401 for this request and the next one with the same token", async () => {
  const tenant = await start();
  const token = tenant.issueToken();
  tenant.addFault({ kind: "revoked", route: post });
  expect((await call(tenant, "GET /event-streams", undefined, { token })).status).toBe(200);
  const refused = await call(tenant, post, stream(), { token });
  expect(refused).toMatchObject({ status: 401, body: { errorCode: "invalid_token" } });
  expect((await call(tenant, post, stream(), { token })).status).toBe(401);
  expect(tenant.streams.size).toBe(0);
  expect((await call(tenant, post, stream())).status).toBe(201);
});

test.each<[number, object]>([
  [429, { errorCode: "too_many_requests", message: "Global limit has been reached" }],
  [401, { errorCode: "invalid_token" }],
  [500, { error: "Internal Server Error" }],
])("a fault of status %d has the service's error body", async (status, body) => {
  const { text } = await createWith({ kind: "status", status });
  expect(JSON.parse(text)).toMatchObject({ statusCode: status, ...body });
});

test.each<[number, string]>([
  [401, "access_denied"],
  [429, "too_many_requests"],
  [400, "invalid_request"],
  [503, "server_error"],
])("a fault of status %d of the token endpoint has OAuth's error body", async (status, error) => {
  const tenant = await start();
  tenant.addFault({ kind: "status", status, route: "POST /oauth/token" });
  expect(await requestToken(tenant)).toMatchObject({ status, body: { error } });
  expect((await requestToken(tenant)).status).toBe(200);
});

test("a fault after the handler also changes a refusal", async () => {
  const tenant = await start();
  await call(tenant, "POST /rate-limit-policies", policy());
  tenant.addFault({ kind: "truncated", when: "after" });
  const conflict = await exchange(tenant, "POST /rate-limit-policies", policy());
  expect(conflict).toMatchObject({ status: 409, complete: true });
  expect(() => JSON.parse(conflict.text)).toThrow();
  tenant.addFault({ kind: "drop", when: "after" });
  expect(await exchange(tenant, post, { colour: "red" })).toMatchObject({ error: "ECONNRESET" });
  tenant.addFault({ kind: "html", when: "after" });
  expect(await exchange(tenant, "GET /nowhere")).toMatchObject({ status: 502 });
});

test.each([
  ["before", 1],
  ["after", 0],
] as const)(
  "a deletion cut or truncated %s the handler has status 200, since 204 has no body",
  async (when, remaining) => {
    for (const kind of ["cut", "truncated"] as const) {
      const tenant = await start();
      const id = await createdStream(tenant);
      tenant.addFault({ kind, when });
      const received = await exchange(tenant, `DELETE /event-streams/${id}`);
      expect(received).toMatchObject({ status: 200, complete: kind === "truncated" });
      expect(received.text).not.toBe("");
      expect(tenant.streams.size).toBe(remaining);
    }
  },
);
