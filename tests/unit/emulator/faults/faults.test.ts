import { describe, expect, test } from "@jest/globals";
import type { Fault } from "../../../../emulator/src";
import { exchange } from "../support/exchange";
import { ask, call, clock, createdStream, policy, start, stream } from "../support/tenant";

const post = "POST /event-streams";

/** One creation that meets the fault, by the tenant's own clock. */
async function meet(fault: Fault) {
  const tenant = await start({ now: clock("2026-03-01T12:00:00Z").now });
  tenant.addFault(fault);
  const seen = await exchange(tenant, post, stream());
  const { status } = tenant.requests[0] ?? {};
  expect(tenant.apiRequests()).toEqual([post]);
  expect(tenant.faults).toEqual([]);
  return { ...seen, tenant, created: tenant.streams.size, recorded: status };
}

const moments = [
  { when: "before", created: 0 },
  { when: "after", created: 1 },
] as const;

describe.each(moments)("a fault $when the work", ({ when, created }) => {
  const handlers = when === "after" ? 201 : 200;

  test("of kind status answers in the service's words", async () => {
    const seen = await meet({ kind: "status", status: 503, when });
    expect(seen).toMatchObject({ status: 503, recorded: 503, complete: true, created });
    expect(JSON.parse(seen.text)).toEqual({
      statusCode: 503,
      error: "Service Unavailable",
      message: "Service Unavailable",
    });
    expect(seen.headers?.["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("of kind status answers what it is given", async () => {
    const headers = { "retry-after": "7" };
    const seen = await meet({ kind: "status", status: 200, headers, body: { id: null }, when });
    expect(seen).toMatchObject({ status: 200, text: '{"id":null}', headers, created });
    const text = await meet({ kind: "status", status: 418, body: "teapot", when });
    expect(text).toMatchObject({ status: 418, text: "teapot", created });
    expect(text.headers?.["content-type"]).toBe("text/plain");
  });

  test("of kind html is a gateway's page", async () => {
    const seen = await meet({ kind: "html", when });
    expect(seen).toMatchObject({ status: 502, recorded: 502, complete: true, created });
    expect(seen.headers?.["content-type"]).toBe("text/html");
    expect(seen.text).toMatch(/^<html>.*502/);
    expect(await meet({ kind: "html", status: 200, when })).toMatchObject({ status: 200, created });
  });

  test("of kind empty has no body", async () => {
    const seen = await meet({ kind: "empty", when });
    expect(seen).toMatchObject({ status: handlers, recorded: handlers, complete: true, created });
    expect(seen.text).toBe("");
    expect(seen.headers).toMatchObject({ "content-length": "0" });
    expect(seen.headers).not.toHaveProperty("content-type");
    expect(await meet({ kind: "empty", status: 502, when })).toMatchObject({
      status: 502,
      created,
    });
  });

  test("of kind truncated is half of an answer that is whole to HTTP", async () => {
    const seen = await meet({ kind: "truncated", when });
    expect(seen).toMatchObject({ status: handlers, recorded: handlers, complete: true, created });
    expect(seen.text).toMatch(/^\{"/);
    expect(() => JSON.parse(seen.text)).toThrow();
    expect(seen.headers?.["content-length"]).toBe(String(seen.text.length));
    expect(seen.headers?.["content-type"]).toMatch(/^application\/json/);
  });

  test("of kind cut announces more than comes", async () => {
    const seen = await meet({ kind: "cut", when });
    expect(seen).toMatchObject({ status: handlers, recorded: handlers, complete: false, created });
    expect(seen.text).toMatch(/^\{"/);
    expect(Number(seen.headers?.["content-length"])).toBeGreaterThan(seen.text.length);
    expect(seen.error).toBe("ECONNRESET");
  });

  test("of kind drop has no answer, and its record no status", async () => {
    const seen = await meet({ kind: "drop", when });
    expect(seen).toMatchObject({ error: "ECONNRESET", text: "", complete: false, created });
    expect(seen.status).toBeUndefined();
    expect(seen.recorded).toBeUndefined();
  });

  test.each<Fault>([
    { kind: "status", status: 500 },
    { kind: "html" },
    { kind: "empty" },
    { kind: "truncated" },
    { kind: "cut" },
  ])("of kind $kind keeps the date", async (fault) => {
    const { headers } = await meet({ ...fault, when });
    expect(headers?.date).toBe("Sun, 01 Mar 2026 12:00:00 GMT");
  });
});

test.each<Fault>([
  { kind: "trickle", delayMs: 0 },
  { kind: "trickle", delayMs: 0, when: "after" },
  { kind: "slow", delayMs: 1 },
  { kind: "slow", delayMs: 1, when: "after" },
])("%j leaves the answer as it is", async (fault) => {
  const seen = await meet(fault);
  expect(seen).toMatchObject({ status: 201, recorded: 201, complete: true, created: 1 });
  const whole = await call(seen.tenant, `GET /event-streams/${JSON.parse(seen.text).id}`);
  expect(JSON.parse(seen.text)).toEqual(whole.body);
});

test("a trickle comes in pieces", async () => {
  const { chunks } = await meet({ kind: "trickle", delayMs: 1 });
  // The system may join a few bytes; an answer that was sent at once is one piece.
  expect(chunks.length).toBeGreaterThan(10);
});

test("revoked tokens are a 401 for this request and for the next of the same token", async () => {
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
])("status %d has the service's own body", async (status, body) => {
  const { text } = await meet({ kind: "status", status });
  expect(JSON.parse(text)).toMatchObject({ statusCode: status, ...body });
});

test.each<[number, string]>([
  [401, "access_denied"],
  [429, "too_many_requests"],
  [400, "invalid_request"],
  [503, "server_error"],
])("status %d of the token endpoint has OAuth's body", async (status, error) => {
  const tenant = await start();
  tenant.addFault({ kind: "status", status, route: "POST /oauth/token" });
  expect(await ask(tenant)).toMatchObject({ status, body: { error } });
  expect((await ask(tenant)).status).toBe(200);
});

test("what the handler refused is spoilt all the same", async () => {
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
  "a deletion cut or truncated %s the work says 200, for 204 has no body",
  async (when, left) => {
    for (const kind of ["cut", "truncated"] as const) {
      const tenant = await start();
      const id = await createdStream(tenant);
      tenant.addFault({ kind, when });
      const seen = await exchange(tenant, `DELETE /event-streams/${id}`);
      expect(seen).toMatchObject({ status: 200, complete: kind === "truncated" });
      expect(seen.text).not.toBe("");
      expect(tenant.streams.size).toBe(left);
    }
  },
);
