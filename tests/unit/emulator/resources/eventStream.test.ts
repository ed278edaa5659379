import { expect, test } from "@jest/globals";
import {
  action,
  basic,
  call,
  createdStream,
  eventbridge,
  start,
  stream,
  webhook,
} from "../support/tenant";

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

test("an update may be empty, and may remove every subscription", async () => {
  const tenant = await start();
  const id = await createdStream(tenant);
  const patch = (body: object) => call(tenant, `PATCH /event-streams/${id}`, body);
  const { name, subscriptions } = stream();
  expect(await patch({})).toMatchObject({ status: 200, body: { id, name, subscriptions } });
  const bare = await patch({ subscriptions: [] });
  expect(bare).toMatchObject({ status: 200, body: { id, name, subscriptions: [] } });
});

test("an update always changes updated_at, even if the clock stands still", async () => {
  const tenant = await start({ now: () => Date.parse("2026-03-01T12:00:00Z") });
  const id = await createdStream(tenant);
  const { body } = await call(tenant, `PATCH /event-streams/${id}`, { status: "disabled" });
  expect(body).toMatchObject({ status: "disabled", updated_at: "2026-03-01T12:00:00.001Z" });
});

// Each kind of violation has one row, because all limits come from the contract.
test.each(
  Object.entries<[unknown, string]>({
    "no destination": [{}, "'Missing required property: destination'."],
    "no body": [undefined, "'Expected type object but found type null'."],
    "an unknown key": [stream({ colour: "red" }), "'Additional properties not allowed: colour'."],
    "an empty name": [
      stream({ name: "" }),
      "'String is too short (0 chars), minimum 1' on property name (Name of the event stream).",
    ],
    "a name of 129 characters": [
      stream({ name: "🙂".repeat(129) }),
      "'String is too long (129 chars), maximum 128' on property name (Name of the event stream).",
    ],
    "no subscriptions at all": [
      stream({ subscriptions: [] }),
      "'Array is too short (0), minimum 1' on property subscriptions",
    ],
    "a subscription twice": [
      stream({ subscriptions: [{ event_type: "user.created" }, { event_type: "user.created" }] }),
      "'Array items are not unique (indexes 0 and 1)' on property subscriptions",
    ],
    "an unknown event kind": [
      stream({ subscriptions: [{ event_type: "user.born" }] }),
      "'No enum match for: user.born' on property subscriptions.0.event_type (Event kind).",
    ],
    "a destination without type": [
      { destination: { configuration: {} } },
      "'Missing required property: type' on property destination.",
    ],
    "an unknown destination type": [
      { destination: { type: "kafka", configuration: {} } },
      "'No enum match for: kafka' on property destination.type.",
    ],
    "an endpoint with http": [
      {
        destination: {
          type: "webhook",
          configuration: { ...webhook().configuration, webhook_endpoint: "http://crm" },
        },
      },
      "'String does not match pattern ^https://.*: http://crm'",
    ],
  }),
)("a stream with %s is rejected", async (_fault, [body, message]) => {
  const tenant = await start();
  const response = await call(tenant, "POST /event-streams", body);
  expect(response.status).toBe(400);
  expect(response.body).toEqual({
    statusCode: 400,
    error: "Bad Request",
    message: expect.stringContaining(`Payload validation error: ${message}`),
    errorCode: "invalid_body",
  });
  expect(tenant.streams.size).toBe(0);
});

test.each([
  { method: "basic", username: "u" },
  { method: "bearer" },
  { method: "custom_header", header_key: "X-Key" },
])("an authorization without its secret is rejected: %j", async (authorization) => {
  const tenant = await start();
  const id = await createdStream(tenant);
  const destination = webhook(authorization);
  for (const route of ["POST /event-streams", `PATCH /event-streams/${id}`]) {
    const { status, body } = await call(tenant, route, { destination });
    expect(status).toBe(400);
    expect(body.message).toContain("'Missing required property: ");
  }
});

test.each(
  Object.entries<[object, object, string]>({
    "of the id": [{}, { id: "est_1" }, "'Additional properties not allowed: id'."],
    "of the destination's type": [
      {},
      { destination: action },
      "'The type of a destination cannot be changed' on property destination.type.",
    ],
    "of an eventbridge destination": [
      { destination: eventbridge },
      { destination: eventbridge },
      "'No enum match for: eventbridge' on property destination.type.",
    ],
    "of an action destination": [
      { destination: action },
      { destination: action },
      "'Destination of type action cannot be updated' on property destination.",
    ],
  }),
)("an update %s is rejected", async (_fault, [initial, changes, message]) => {
  const tenant = await start();
  const id = await createdStream(tenant, initial);
  const before = structuredClone(tenant.streams.get(id));
  const response = await call(tenant, `PATCH /event-streams/${id}`, changes);
  expect(response).toMatchObject({ status: 400, body: { errorCode: "invalid_body" } });
  expect(response.body.message).toContain(message);
  expect(tenant.streams.get(id)).toEqual(before);
});

const nameOrMaximum = {
  status: 409,
  body: {
    statusCode: 409,
    error: "Conflict",
    message:
      "You have reached the maximum number of event streams for your account OR Event stream name already in use.",
  },
};

test("a name that another stream has is a conflict, on create and on update", async () => {
  const tenant = await start();
  const crm = await createdStream(tenant, { name: "crm" });
  const erp = await createdStream(tenant, { name: "erp" });
  const rename = (id: string, name: string) =>
    call(tenant, `PATCH /event-streams/${id}`, { name, status: "disabled" });
  expect(await call(tenant, "POST /event-streams", stream())).toMatchObject(nameOrMaximum);
  expect(await rename(erp, "crm")).toMatchObject(nameOrMaximum);
  expect([...tenant.streams.values()]).toMatchObject([
    { id: crm, name: "crm", status: "enabled" },
    { id: erp, name: "erp", status: "enabled" },
  ]);
  expect((await rename(crm, "crm")).status).toBe(200);
  expect((await rename(crm, "sales")).status).toBe(200);
  expect((await rename(erp, "crm")).status).toBe(200);
});

test("one stream more than maxObjects is a conflict, and two streams without a name are not", async () => {
  const tenant = await start({ maxObjects: { "event-streams": 2 } });
  const unnamed = { destination: action };
  await call(tenant, "POST /event-streams", unnamed);
  const { status, body } = await call(tenant, "POST /event-streams", unnamed);
  expect(status).toBe(201);
  expect(await call(tenant, "POST /event-streams", unnamed)).toMatchObject(nameOrMaximum);
  await call(tenant, `DELETE /event-streams/${body.id}`);
  expect((await call(tenant, "POST /event-streams", unnamed)).status).toBe(201);
});
