import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { closeConnections, exchange } from "../../../../provider/api/http";
import type { Operation } from "../../../../provider/api/operation";
import { selfSigned } from "../../../../tools/certificate";
import { patienceMs } from "../../../support/jest/patience.cjs";
import { connectTo, openTenant } from "../../../support/tenant/connect";
import { startProxy } from "../../../support/tenant/proxy";

test("requests share a connection until the connections are closed", async () => {
  const ports = new Set<number | undefined>();
  const { settings } = await connectTo((request, response) => {
    ports.add(request.socket.remotePort);
    response.end("{}");
  });
  const get = () => exchange({ method: "GET", url: settings.origin, headers: {} }, patienceMs);
  await get();
  await get();
  expect(ports.size).toBe(1);
  closeConnections();
  expect(await get()).toMatchObject({ status: 200, body: {} });
  expect(ports.size).toBe(2);
});

test("a POST without a body has no content type", async () => {
  const { settings } = await connectTo((request, response) =>
    response.end(JSON.stringify(request.headers["content-type"] ?? "none")),
  );
  const request = { method: "POST", url: settings.origin, headers: {} };
  expect(await exchange(request, patienceMs)).toMatchObject({ body: "none" });
});

test("a request leaves no timer, whether it succeeds or fails", async () => {
  const { settings } = await connectTo(({ url }, response) =>
    url === "/broken" ? response.destroy() : response.end("{}"),
  );
  const timers = { started: 0, cancelled: 0 };
  const timer = () => {
    timers.started++;
    return () => timers.cancelled++;
  };
  const get = (path: string) =>
    exchange({ method: "GET", url: `${settings.origin}${path}`, headers: {} }, 60_000, { timer });
  await get("/");
  expect(timers).toEqual({ started: 1, cancelled: 1 });
  await expect(get("/broken")).rejects.toThrow("no response (ECONNRESET)");
  expect(timers).toEqual({ started: 2, cancelled: 2 });
});

test.each<[string, (response: ServerResponse, expire: () => void) => void]>([
  ["without a response in time", (_response, expire) => expire()],
  ["whose response does not end in time", (response, expire) => response.write("{", expire)],
])("a request %s has timed out", async (_what, respond) => {
  const { settings, clock } = await connectTo((_request, response) =>
    respond(response, () => clock.expire()),
  );
  const request = { method: "POST", url: settings.origin, headers: {} };
  await expect(exchange(request, 5000, clock)).rejects.toMatchObject({ kind: "timedOut" });
});

describe("over TLS", () => {
  const certificate = selfSigned();
  const servers: Server[] = [];
  beforeEach(() => {
    // Node reads NODE_EXTRA_CA_CERTS only when it starts.
    const connect = tls.connect as (options: tls.ConnectionOptions) => tls.TLSSocket;
    const trusting = { ca: certificate.cert, checkServerIdentity: () => undefined };
    const trust = (options: object) => connect({ ...options, ...trusting });
    jest.spyOn(tls, "connect").mockImplementation(trust as typeof tls.connect);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    delete process.env.https_proxy;
    closeConnections();
    for (const server of servers.splice(0)) server.close();
  });

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    return (server.address() as AddressInfo).port;
  }
  const breakAtData = (socket: Socket) => socket.once("data", () => socket.destroy());

  test.each<[string, string, Server, number]>([
    ["that breaks in the handshake", "notRun", createServer(breakAtData), 60_000],
    ["without a handshake in time", "notRun", createServer(), 50],
    ["that breaks after the handshake", "lost", tls.createServer(certificate, breakAtData), 60_000],
  ])(
    "a connection %s leaves the request %s, even through a proxy",
    async (_what, kind, server, ms) => {
      const port = await listen(server);
      process.env.https_proxy = `http://${(await startProxy({ to: port })).host}`;
      // A loopback host is reached directly.
      for (const host of [`127.0.0.1:${port}`, "tenant.example.com"]) {
        const request = { method: "POST", url: `https://${host}`, headers: {} };
        await expect(exchange(request, ms)).rejects.toMatchObject({ kind });
      }
    },
  );

  test("100 creates on a server that takes 20 connections are 100 requests", async () => {
    const { settings } = await connectTo(() => {});
    let requests = 0;
    const server = createTlsServer(certificate, (_request, response) => {
      requests++;
      response.end("{}");
    });
    server.maxConnections = 20;
    // By default, the server closes a connection that is idle for 5 s, and breaks the next request on it.
    server.keepAliveTimeout = 0;
    const { api } = openTenant({
      ...settings,
      origin: `https://127.0.0.1:${await listen(server)}`,
    });
    const create: Operation = { route: "POST /rate-limit-policies", scopes: [] };
    await Promise.all(Array.from({ length: 100 }, () => api.send(create)));
    expect(requests).toBe(100);
  });
});
