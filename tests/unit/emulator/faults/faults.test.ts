import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Fault, InvalidInput, startTenant, type Tenant } from "../../../../emulator/src";
import { until } from "../../../support/clock/until";
import { mustRun, root } from "../../../support/project";
import { exchange, send } from "../support/exchange";
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
  { when: "before", created: 0, handlerStatus: 200 },
  { when: "after", created: 1, handlerStatus: 201 },
] as const;

describe.each(moments)("a fault $when the handler", ({ when, created, handlerStatus }) => {
  const date = "Sun, 01 Mar 2026 12:00:00 GMT";
  const json = "application/json; charset=utf-8";
  const unavailable = { statusCode: 503, error: "Service Unavailable" };

  test.each<[string, Omit<Fault, "when">, number, string | undefined, RegExp | string]>([
    [
      "status has the service's error body",
      { kind: "status", status: 503 },
      503,
      json,
      JSON.stringify({ ...unavailable, message: "Service Unavailable" }),
    ],
    [
      "status has the given body",
      { kind: "status", status: 200, body: { id: null } },
      200,
      json,
      '{"id":null}',
    ],
    [
      "status has the given text",
      { kind: "status", status: 404, body: "teapot" },
      404,
      "text/plain",
      "teapot",
    ],
    [
      "status has no content type if that is empty",
      { kind: "status", status: 404, body: "<html>", headers: { "content-type": "" } },
      404,
      undefined,
      "<html>",
    ],
    ["html is a gateway's page", { kind: "html" }, 502, "text/html", /^<html>.*502/],
    ["html may have a status", { kind: "html", status: 200 }, 200, "text/html", /^<html>/],
    ["empty has no body", { kind: "empty" }, handlerStatus, undefined, ""],
    ["empty may have a status", { kind: "empty", status: 404 }, 404, undefined, ""],
  ])("of kind %s", async (_, fault, status, contentType, text) => {
    const headers = { "retry-after": "7", ...fault.headers };
    const received = await createWith({ ...fault, headers, when });
    expect(received).toMatchObject({ status, recorded: status, complete: true, created });
    expect(received.headers).toMatchObject({ date, "retry-after": "7" });
    expect(received.headers?.["content-type"]).toBe(contentType);
    expect(received.text).toEqual(text instanceof RegExp ? expect.stringMatching(text) : text);
  });

  test.each([
    { kind: "truncated", complete: true, error: undefined },
    { kind: "cut", complete: false, error: "ECONNRESET" },
  ] as const)("of kind $kind is half of the JSON", async ({ kind, complete, error }) => {
    const received = await createWith({ kind, when });
    const status = handlerStatus;
    expect(received).toMatchObject({ status, recorded: status, complete, created });
    expect(received.error).toBe(error);
    expect(received.text).toMatch(/^\{"/);
    expect(() => JSON.parse(received.text)).toThrow();
    const announced = Number(received.headers?.["content-length"]);
    expect(announced === received.text.length).toBe(complete);
    expect(received.headers).toMatchObject({ date, "content-type": json });
  });

  test("of kind drop has no response, and its record has no status", async () => {
    const received = await createWith({ kind: "drop", when });
    expect(received).toMatchObject({ error: "ECONNRESET", text: "", complete: false, created });
    expect([received.status, received.recorded]).toEqual([undefined, undefined]);
  });
});

test.each<Fault>([
  { kind: "slow", delayMs: 1 },
  { kind: "slow", delayMs: 1, when: "after" },
  { kind: "status", when: "after" },
])("the fault %j does not change the response", async (fault) => {
  const received = await createWith(fault);
  expect(received).toMatchObject({ status: 201, recorded: 201, complete: true, created: 1 });
  const whole = await call(received.tenant, `GET /event-streams/${JSON.parse(received.text).id}`);
  expect(JSON.parse(received.text)).toEqual(whole.body);
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
])("a fault of status %d has Auth0's error body", async (status, body) => {
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

test("a fault after the handler changes a rejection too", async () => {
  const tenant = await start();
  await call(tenant, "POST /rate-limit-policies", policy());
  tenant.addFault({ kind: "truncated", when: "after" });
  const conflict = await exchange(tenant, "POST /rate-limit-policies", policy());
  expect(conflict).toMatchObject({ status: 409, complete: true });
  expect(() => JSON.parse(conflict.text)).toThrow();
  tenant.addFault({ kind: "drop", when: "after" });
  expect(await exchange(tenant, post, { colour: "red" })).toMatchObject({ error: "ECONNRESET" });
});

test.each([
  ["before", 1],
  ["after", 0],
] as const)(
  "a deletion cut or truncated %s the handler has status 200, because 204 has no body",
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

describe("checkFault", () => {
  const get = "GET /event-streams";

  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await startTenant();
  });

  afterAll(() => tenant.close());

  test.each<[unknown, string]>([
    [{ kind: "explode" }, "kind must be one of status, html, empty, truncated, cut, drop, hang,"],
    [[], "a fault must be an object"],
    [{ kind: "drop", route: "POST /event-stream" }, "route must be one of *, POST /oauth/token,"],
    [{ kind: "status", status: 100 }, "status must be a number from 200 to 599"],
    [{ kind: "drop", status: 502 }, "drop has no field status"],
    [{ kind: "drop", times: -1 }, "times must be a number from 0 to 1000000"],
    [{ kind: "drop", when: "later" }, 'drop can\'t have when: "later"'],
    [{ kind: "revoked", when: "after" }, 'revoked can\'t have when: "after"'],
    [{ kind: "slow", when: "late", lateMs: 1 }, 'slow can\'t have when: "late"'],
    [{ kind: "drop", when: "late" }, "set either lateMs or lateRequests with when"],
    [
      { kind: "drop", when: "late", lateMs: 1, lateRequests: 1 },
      "set either lateMs or lateRequests with when",
    ],
    [{ kind: "drop", lateMs: 1 }, "set either lateMs or lateRequests with when"],
    [{ kind: "deleted" }, "route must be one of GET /event-streams, GET /rate-limit-policies"],
    [{ kind: "deleted", route: get, when: "before" }, 'deleted can\'t have when: "before"'],
  ])("the fault %j is refused", async (invalid, message) => {
    expect(() => tenant.addFault(invalid as Fault)).toThrow(InvalidInput);
    expect(() => tenant.addFault(invalid as Fault)).toThrow(message);
    expect(tenant.faults).toEqual([]);
  });

  test("a tenant does not start with a fault that is rejected", async () => {
    const faults = [{ kind: "explode" } as unknown as Fault];
    await expect(startTenant({ faults })).rejects.toThrow("kind must be one of");
  });
});

describe("delay", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each<[Fault, number]>([
    [{ kind: "slow", delayMs: 13 }, 13],
    [{ kind: "slow" }, 1000],
  ])("the fault %j waits %d milliseconds, and the latency besides", async (fault, delay) => {
    const tenant = await start({ latencyMs: 7, faults: [fault] });
    const timers = jest.spyOn(globalThis, "setTimeout");
    await exchange(tenant, "GET /event-streams");
    const waited = timers.mock.calls.map(([, milliseconds]) => milliseconds);
    expect(waited.filter((milliseconds) => [7, delay].includes(Number(milliseconds)))).toEqual([
      delay,
      7,
    ]);
  });

  test("a closed tenant with a waiting response does not keep its process alive", async () => {
    const program = `
    import emulator from "./emulator/src/index.ts";
    const tenant = await emulator.startTenant({ latencyMs: 1_000_000 });
    const pending = fetch(tenant.url).catch(() => console.log("disconnected"));
    while (tenant.requests.length === 0) await new Promise(setImmediate);
    await fetch(tenant.url + "/_emulator/faults");
    await tenant.close();
    await pending;`;
    const node = ["--import", "tsx", "--input-type=module", "-e", program];
    expect((await mustRun(process.execPath, node, root)).stdout).toBe("disconnected\n");
  });
});

const longMs = 1_000_000;

test.each<[Fault, number]>([
  [{ kind: "hang" }, 0],
  [{ kind: "hang", when: "after" }, 1],
  [{ kind: "slow", delayMs: longMs }, 0],
  [{ kind: "slow", delayMs: longMs, when: "after" }, 1],
])(
  "a client that disconnects during %j gets no response, and the handler never runs",
  async (fault, created) => {
    const logged: string[] = [];
    const tenant = await start({ log: ({ path, status }) => logged.push(`${path} ${status}`) });
    tenant.addFault({ ...fault, route: post });
    const { exchange: received, disconnect } = send(tenant, post, stream());
    await until(() => tenant.faults.length === 0);
    // When another request has its response, this one would have one too.
    await call(tenant, "GET /event-streams");
    expect(tenant.streams.size).toBe(created);
    expect(logged).toEqual(["/api/v2/event-streams 200"]);

    disconnect();
    expect(await received).toMatchObject({ error: "ECONNRESET", text: "" });
    await until(() => logged.length === 2);
    await call(tenant, "GET /event-streams");
    expect(logged[1]).toBe("/api/v2/event-streams undefined");
    expect(tenant.requests[0]).toMatchObject({ route: post, body: stream() });
    expect(tenant.requests[0]).not.toHaveProperty("status");
    expect(tenant.streams.size).toBe(created);
  },
);

test.each<Fault>([{ kind: "hang" }, { kind: "slow", delayMs: longMs }])(
  "closing a tenant does not wait for the fault %j",
  async (fault) => {
    const tenant = await startTenant({ faults: [fault] });
    const { exchange: received } = send(tenant, post, stream());
    await until(() => tenant.faults.length === 0);
    await tenant.close();
    expect(await received).toMatchObject({ error: "ECONNRESET", complete: false });
  },
);

test("every response, including token responses, waits for the latency after the handler", async () => {
  const tenant = await start({ latencyMs: longMs });
  const created = send(tenant, post, stream());
  const refused = send(tenant, "GET /nowhere");
  const token = send(tenant, "POST /oauth/token", {});
  await until(() => tenant.streams.size === 1 && tenant.requests.length === 3);

  tenant.set({ latencyMs: 0 });
  // Waiting responses keep their latency, and new ones have none.
  expect((await requestToken(tenant)).status).toBe(200);
  expect((await exchange(tenant, "GET /event-streams")).status).toBe(200);
  expect(tenant.requests.map(({ status }) => status)).toEqual([
    ...[undefined, undefined, undefined],
    ...[200, 200],
  ]);
  for (const { exchange: received, disconnect } of [created, refused, token]) {
    disconnect();
    expect((await received).error).toBe("ECONNRESET");
  }
});
