import { expect, test } from "@jest/globals";
import { call, requestToken, start, stream } from "../support/tenant";

test("a canned answer replaces the handler's response", async () => {
  const tenant = await start();
  tenant.respond = ({ route, body }) =>
    route === "POST /event-streams" && (body as { name?: string }).name === "crm"
      ? { status: 503, body: "<h1>Bad gateway</h1>", headers: { "content-type": "text/html" } }
      : undefined;
  const response = await call(tenant, "POST /event-streams", stream());
  expect(response).toMatchObject({ status: 503, body: "<h1>Bad gateway</h1>" });
  expect(response.headers.get("content-type")).toBe("text/html");
  expect(tenant.streams.size).toBe(0);
  expect(tenant.requests[0]?.status).toBe(503);
  expect((await call(tenant, "POST /event-streams", stream({ name: "x" }))).status).toBe(201);
  tenant.respond = undefined;
  expect((await call(tenant, "POST /event-streams", stream())).status).toBe(201);
});

test("a canned answer can replace the response of an unknown route or of a token request", async () => {
  const tenant = await start();
  tenant.respond = () => ({ body: { clients: [] } });
  const canned = { status: 200, body: { clients: [] } };
  expect(await call(tenant, "GET /clients")).toMatchObject(canned);
  expect(await requestToken(tenant)).toMatchObject(canned);
});

test("a promise of a canned answer holds up the request, before the handler or after it", async () => {
  const tenant = await start();
  const stored: number[] = [];
  const held = () =>
    new Promise<void>((go) => setImmediate(() => go(void stored.push(tenant.streams.size))));
  tenant.respond = async () => {
    await held();
    return { after: true, body: (made: object) => held().then(() => made) };
  };
  const response = await call(tenant, "POST /event-streams", stream());
  expect(response).toMatchObject({ status: 201, body: { name: "crm" } });
  expect(stored).toEqual([0, 1]);
});

test("a canned answer after the handler changes only what it contains", async () => {
  const tenant = await start();
  tenant.respond = () => ({ after: true, headers: { "x-gateway": "1" } });
  const response = await call(tenant, "POST /event-streams", stream());
  expect(response).toMatchObject({ status: 201, body: { name: "crm" } });
  expect(response.headers.get("x-gateway")).toBe("1");
});
