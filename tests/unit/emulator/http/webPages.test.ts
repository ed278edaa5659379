import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { json, text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { runInProcess } from "../support/command";
import { call, start, stream } from "../support/tenant";

/** Sends a request with a Host and an Origin, which fetch does not let a program set. */
async function sent(url: string, route: string, headers: Record<string, string>, body?: string) {
  const [method, path] = route.split(" ");
  const outgoing = request(url, { method, path, headers, agent: false }).end(body);
  const [response] = await once(outgoing, "response");
  return { status: response.statusCode, body: (await json(response)) as { message?: string } };
}

const withPort = (headers: object, url: string): Record<string, string> =>
  JSON.parse(JSON.stringify(headers).replaceAll("PORT", new URL(url).port));

test.each([
  { host: "evil.example:PORT" },
  { host: "evil.example" },
  { host: "127.0.0.1.evil.example:PORT" },
  { host: "localhost:1" },
  { origin: "http://evil.example:PORT" },
  { origin: "http://localhost:3000" },
  { origin: "http://localhost:PORT" },
  { origin: "https://127.0.0.1:PORT" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
])("a tenant refuses %j, and neither records nor counts it", async (template) => {
  const tenant = await start({ rateLimit: { perSecond: 1, burst: 1 } });
  tenant.addFault({ kind: "drop", route: "GET /event-streams" });
  const foreign = withPort(template, tenant.url);
  const [[name, value] = []] = Object.entries(foreign);
  const authorization = `Bearer ${tenant.issueToken()}`;
  const headers = { authorization, "content-type": "application/json", ...foreign };
  for (const [route = "", body] of [
    ["POST /api/v2/event-streams", JSON.stringify(stream())],
    ["GET /api/v2/%zz"],
    ["GET /nowhere"],
    ["POST /oauth/token", "{}"],
    ["OPTIONS /_emulator/requests"],
    ["DELETE /_emulator/faults"],
  ]) {
    const refusal = await sent(tenant.url, route, headers, body);
    expect(refusal).toMatchObject({ status: 403, body: { statusCode: 403, error: "Forbidden" } });
    expect(refusal.body.message?.toLowerCase()).toContain(`${name} is "${value}"`);
    expect(refusal.body.message).toContain(`from a program or a terminal, to ${tenant.domain}`);
  }
  expect(tenant.requests).toEqual([]);
  expect(tenant.faults).toHaveLength(1);
  expect((await call(tenant, "POST /event-streams", stream())).status).toBe(201);
});

test.each([
  { host: "localhost:PORT" },
  { host: "LOCALHOST" },
  { host: "localhost.:PORT", origin: "http://localhost.:PORT" },
  { host: "[::1]:PORT" },
  { host: "tenant.test" },
  { host: "tenant.test:PORT", origin: "http://tenant.test:PORT" },
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
])("a tenant with the domain tenant.test serves %j", async (headers) => {
  const tenant = await start({ domain: "tenant.test" });
  const own = withPort(headers, tenant.url);
  const response = await sent(tenant.url, "GET /_emulator/faults", own);
  expect(response).toEqual({ status: 200, body: [] });
});

test("a tenant refuses HTTP/1.0 without a Host", async () => {
  const tenant = await start();
  const socket = connect(Number(new URL(tenant.url).port), "127.0.0.1");
  socket.write("GET /_emulator/requests HTTP/1.0\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 [\s\S]*Host is \\"\\", which is none of/);
});

test.each([{ host: "evil.example:PORT" }, { origin: "null" }, { "sec-fetch-site": "same-site" }])(
  "a receiver refuses %j, and prints nothing",
  async (headers) => {
    const { output } = await runInProcess("listen", "--port", "0", "--fail", "503");
    const url = /# listening on (\S+),/.exec(output.out)?.[1] ?? "";
    const before = output.out;
    const event = JSON.stringify({ id: "evt_1", type: "user.created" });
    for (const route of ["DELETE /_listen", "POST /"]) {
      const refusal = await sent(url, route, withPort(headers, url), event);
      expect(refusal).toMatchObject({ status: 403, body: { error: "Forbidden" } });
    }
    expect(output.out).toBe(before);
    expect((await fetch(url, { method: "POST", body: event })).status).toBe(503);
  },
);
