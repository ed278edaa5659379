import { expect, test } from "@jest/globals";
import {
  basic,
  call,
  clock,
  createdStream,
  eventbridge,
  start,
  stream,
  webhook,
} from "../support/tenant";

test("a stream is created, read, listed, updated and deleted", async () => {
  const { now, advance } = clock("2026-03-01T12:00:00Z");
  const tenant = await start({ now });
  const created = await call(tenant, "POST /event-streams", stream());
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^est_[0-9A-Za-z]{22}$/),
    status: "enabled",
    name: "crm",
    subscriptions: [{ event_type: "user.created" }],
    created_at: "2026-03-01T12:00:00.000Z",
    updated_at: "2026-03-01T12:00:00.000Z",
    destination: webhook({ method: "basic", username: "tenant" }),
  });

  const { id } = created.body;
  expect((await call(tenant, `GET /event-streams/${id}`)).body).toEqual(created.body);
  expect((await call(tenant, "GET /event-streams")).body).toEqual({ eventStreams: [created.body] });

  advance(1500);
  const updated = await call(tenant, `PATCH /event-streams/${id}`, { name: "sales" });
  expect(updated.status).toBe(200);
  expect(updated.body).toEqual({
    ...created.body,
    name: "sales",
    updated_at: "2026-03-01T12:00:01.500Z",
  });

  const deleted = await call(tenant, `DELETE /event-streams/${id}`);
  expect([deleted.status, deleted.body]).toEqual([204, ""]);
  const again = await call(tenant, `DELETE /event-streams/${id}`);
  expect([again.status, again.body]).toEqual([204, ""]);
  for (const [method, body] of [["GET"], ["PATCH", { name: "x" }]] as const) {
    const { status, body: refusal } = await call(tenant, `${method} /event-streams/${id}`, body);
    expect([status, refusal]).toEqual([
      404,
      { statusCode: 404, error: "Not Found", message: "The requested stream does not exist." },
    ]);
  }
});

test.each([
  ["basic", basic, { method: "basic", username: "tenant" }],
  ["bearer", { method: "bearer", token: "t0ken" }, { method: "bearer" }],
  [
    "custom_header",
    { method: "custom_header", header_key: "X-Key", header_value: "v4lue" },
    { method: "custom_header", header_key: "X-Key" },
  ],
])("a webhook with %s keeps its secret and never returns it", async (_method, sent, returned) => {
  const tenant = await start();
  const id = await createdStream(tenant, { destination: webhook(sent) });
  expect(tenant.streams.get(id)?.destination.configuration.webhook_authorization).toEqual(sent);
  const renamed = await call(tenant, `PATCH /event-streams/${id}`, { name: "renamed" });
  const read = await call(tenant, `GET /event-streams/${id}`);
  const listed = await call(tenant, "GET /event-streams");
  for (const response of [renamed.body, read.body, listed.body.eventStreams[0]]) {
    expect(response.destination.configuration.webhook_authorization).toEqual(returned);
  }
});

test("a response with an eventbridge destination adds the partner event source", async () => {
  const tenant = await start();
  const { body } = await call(tenant, "POST /event-streams", { destination: eventbridge });
  expect(body.destination.configuration).toEqual({
    ...eventbridge.configuration,
    aws_partner_event_source: `aws.partner/auth0.com/${body.id}/auth0.events`,
  });
});

test("an update may be empty, and may remove every subscription", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  const patch = (body: object) => call(tenant, `PATCH /event-streams/${id}`, body);
  const { name, subscriptions } = stream();
  expect(await patch({})).toMatchObject({ status: 200, body: { id, name, subscriptions } });
  const bare = await patch({ subscriptions: [] });
  expect(bare).toMatchObject({ status: 200, body: { id, name, subscriptions: [] } });
});

test("an update replaces a whole webhook destination with its secret", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  const destination = webhook({ method: "bearer", token: "n3w" });
  const { status } = await call(tenant, `PATCH /event-streams/${id}`, { destination });
  expect(status).toBe(200);
  expect(tenant.streams.get(id)?.destination).toEqual(destination);
});

test("an update always shows in updated_at, even when the clock stands still", async () => {
  const tenant = await start({ now: () => Date.parse("2026-03-01T12:00:00Z") });
  const id = await createdStream(tenant);
  const { body } = await call(tenant, `PATCH /event-streams/${id}`, { status: "disabled" });
  expect(body).toMatchObject({ status: "disabled", updated_at: "2026-03-01T12:00:00.001Z" });
});

test("a stream changed in the store is returned with its unknown fields", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  const stored = tenant.streams.get(id);
  if (stored) {
    stored.destination = { type: "kafka", configuration: { topic: "users" } };
    Object.assign(stored, { owner: "ops" });
  }
  expect((await call(tenant, `GET /event-streams/${id}`)).body).toMatchObject({
    destination: { type: "kafka", configuration: { topic: "users" } },
    owner: "ops",
  });
});
