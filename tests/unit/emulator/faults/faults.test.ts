import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Fault, InvalidInput, startTenant, type Tenant } from "../../../../emulator/src";
import { until } from "../../../support/clock/until";
import { mustRun, root } from "../../../support/project";
import { call, createdStream, requestToken, start, stream } from "../support/tenant";

/** The data that the client received until the end of the response or the connection. */
interface Exchange {
  text: string;
  /** The error code, if the connection ended with an error. */
  error?: string;
}

/** Sends a request such as `"POST /event-streams"`, from which the client may disconnect before the response. */
function send(
  tenant: Tenant,
  route: string,
  body?: unknown,
): { exchange: Promise<Exchange>; disconnect(): void } {
  const [method, path = ""] = route.split(" ");
  const url = `${tenant.url}${path.startsWith("/oauth/") ? "" : "/api/v2"}${path}`;
  const headers = {
    authorization: `Bearer ${tenant.issueToken()}`,
    "content-type": "application/json",
  };
  const sent = request(url, { method, headers, agent: false });
  const received: Exchange = { text: "" };
  const exchange = new Promise<Exchange>((resolve) => {
    const end = (error?: NodeJS.ErrnoException) =>
      resolve({ ...received, ...(error?.code && { error: error.code }) });
    sent.on("error", end);
    sent.on("response", (response) => {
      response.setEncoding("utf8").on("data", (chunk) => {
        received.text += chunk;
      });
      response.on("error", end).on("close", () => end());
    });
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return { exchange, disconnect: () => sent.destroy() };
}

const post = "POST /event-streams";

test.each<[number, object, object]>([
  [400, { error: "Bad Request" }, { error: "invalid_request" }],
  [401, { errorCode: "invalid_token" }, { error: "access_denied" }],
  [429, { errorCode: "too_many_requests" }, { error: "too_many_requests" }],
  [503, { error: "Service Unavailable" }, { error: "server_error" }],
])("a fault of status %d has Auth0's error body, or OAuth's", async (status, api, token) => {
  const tenant = await start();
  tenant.addFault({ kind: "status", status });
  tenant.addFault({ kind: "status", status, route: "POST /oauth/token" });
  const body = { ...api, statusCode: status };
  expect(await call(tenant, "GET /event-streams")).toMatchObject({ status, body });
  expect(await requestToken(tenant)).toMatchObject({ status, body: token });
});

describe("checkFault", () => {
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await startTenant();
  });

  afterAll(() => tenant.close());

  test.each<[unknown, string]>([
    [{ kind: "explode" }, "kind must be one of status, html, empty, truncated, cut, drop, hang,"],
    [[], "a fault must be an object"],
    [{ kind: "drop", route: "POST /event-stream" }, "route must be one of *, POST /oauth/token,"],
    [{ kind: "drop", status: 502 }, "drop has no field status"],
    [{ kind: "drop", when: "later" }, "when must be before, after, or late"],
    [{ kind: "drop", when: "late" }, "set either lateMs or lateRequests with when"],
    [
      { kind: "drop", when: "late", lateMs: 1, lateRequests: 1 },
      "set either lateMs or lateRequests with when",
    ],
    [{ kind: "drop", lateMs: 1 }, "set either lateMs or lateRequests with when"],
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

test.each(["cut", "truncated"] as const)(
  "a deletion with the fault %s has a body, unlike one with status 204",
  async (kind) => {
    const tenant = await start();
    const id = await createdStream(tenant);
    tenant.addFault({ kind, when: "after" });
    const { exchange: received } = send(tenant, `DELETE /event-streams/${id}`);
    expect((await received).text).not.toBe("");
  },
);

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

test("every response, including token responses, waits for the latency after the handler", async () => {
  const tenant = await start({ latencyMs: longMs });
  const created = send(tenant, post, stream());
  const refused = send(tenant, "GET /nowhere");
  const token = send(tenant, "POST /oauth/token", {});
  await until(() => tenant.streams.size === 1 && tenant.requests.length === 3);

  tenant.set({ latencyMs: 0 });
  // Waiting responses keep their latency, and new ones have none.
  expect((await requestToken(tenant)).status).toBe(200);
  expect((await call(tenant, "GET /event-streams")).status).toBe(200);
  expect(tenant.requests.map(({ status }) => status)).toEqual([
    ...[undefined, undefined, undefined],
    ...[200, 200],
  ]);
  for (const { exchange: received, disconnect } of [created, refused, token]) {
    disconnect();
    expect((await received).error).toBe("ECONNRESET");
  }
});
