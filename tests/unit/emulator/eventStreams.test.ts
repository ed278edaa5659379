import { expect, test } from "@jest/globals";
import {
  action,
  basic,
  call,
  clock,
  createdStream,
  eventbridge,
  start,
  stream,
  webhook,
} from "./support";

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
  for (const route of [`GET /event-streams/${id}`, `DELETE /event-streams/${id}`]) {
    expect(await call(tenant, route)).toMatchObject({
      status: 404,
      body: { statusCode: 404, error: "Not Found", errorCode: "inexistent_event_stream" },
    });
  }
});

test("a destination is all that a stream needs", async () => {
  const tenant = await start();
  const { status, body } = await call(tenant, "POST /event-streams", { destination: action });
  expect(status).toBe(201);
  expect(Object.keys(body).sort()).toEqual([
    "created_at",
    "destination",
    "id",
    "status",
    "updated_at",
  ]);
});

test.each([
  ["basic", basic, { method: "basic", username: "tenant" }],
  ["bearer", { method: "bearer", token: "t0ken" }, { method: "bearer" }],
  [
    "custom_header",
    { method: "custom_header", header_key: "X-Key", header_value: "v4lue" },
    { method: "custom_header", header_key: "X-Key" },
  ],
])("a webhook with %s keeps its secret and never answers it", async (_method, sent, answered) => {
  const tenant = await start();
  const id = await createdStream(tenant, { destination: webhook(sent) });
  expect(tenant.streams.get(id)?.destination.configuration.webhook_authorization).toEqual(sent);
  const renamed = await call(tenant, `PATCH /event-streams/${id}`, { name: "renamed" });
  const read = await call(tenant, `GET /event-streams/${id}`);
  const listed = await call(tenant, "GET /event-streams");
  for (const answer of [renamed.body, read.body, listed.body.eventStreams[0]]) {
    expect(answer.destination.configuration.webhook_authorization).toEqual(answered);
  }
});

test("an eventbridge answer adds the partner event source", async () => {
  const tenant = await start();
  const { body } = await call(tenant, "POST /event-streams", { destination: eventbridge });
  expect(body.destination.configuration).toEqual({
    ...eventbridge.configuration,
    aws_partner_event_source: `aws.partner/auth0.com/${body.id}/auth0.events`,
  });
});

test("every event kind is accepted", async () => {
  const tenant = await start();
  const { eventTypes } = await import("../../../emulator/src/eventTypes");
  expect(eventTypes).toHaveLength(25);
  const subscriptions = eventTypes.map((event_type) => ({ event_type }));
  expect(await call(tenant, "POST /event-streams", stream({ subscriptions }))).toMatchObject({
    status: 201,
    body: { subscriptions },
  });
});

test("an endpoint may be plain http", async () => {
  const tenant = await start();
  const destination = webhook();
  destination.configuration.webhook_endpoint = "http://127.0.0.1:9/hook";
  expect((await call(tenant, "POST /event-streams", { destination })).status).toBe(201);
});

const configured = (type: string, configuration: object) => ({
  destination: { type, configuration },
});

test.each<[string, unknown, string]>([
  ["no destination", {}, "'Missing required property: destination'."],
  ["no body", undefined, "'Expected type object but found type null'."],
  ["an array", [], "'Expected type object but found type array'."],
  ["an unknown key", stream({ colour: "red" }), "'Additional properties not allowed: colour'."],
  [
    "an empty name",
    stream({ name: "" }),
    "'String is too short (0 chars), minimum 1' on property name (Name of the event stream).",
  ],
  [
    "a name of 129 characters",
    stream({ name: "n".repeat(129) }),
    "'String is too long (129 chars), maximum 128' on property name (Name of the event stream).",
  ],
  [
    "a name that is a number",
    stream({ name: 7 }),
    "'Expected type string but found type number' on property name (Name of the event stream).",
  ],
  [
    "an unknown status",
    stream({ status: "paused" }),
    "'No enum match for: paused' on property status",
  ],
  [
    "no subscriptions at all",
    stream({ subscriptions: [] }),
    "'Array is too short (0), minimum 1' on property subscriptions",
  ],
  [
    "a subscription twice",
    stream({ subscriptions: [{ event_type: "user.created" }, { event_type: "user.created" }] }),
    "'Array items are not unique (indexes 0 and 1)' on property subscriptions",
  ],
  [
    "an unknown event kind",
    stream({ subscriptions: [{ event_type: "user.born" }] }),
    "'No enum match for: user.born' on property subscriptions.0.event_type (Event kind).",
  ],
  [
    "camelCase",
    stream({ subscriptions: [{ eventType: "user.created" }] }),
    "'Missing required property: event_type' on property subscriptions.0.",
  ],
  [
    "a destination without type",
    { destination: { configuration: {} } },
    "'Missing required property: type' on property destination.",
  ],
  [
    "an unknown destination type",
    configured("kafka", {}),
    "'No enum match for: kafka' on property destination.type.",
  ],
  [
    "one type with another's configuration",
    configured("webhook", eventbridge.configuration),
    "'Missing required property: webhook_endpoint' on property destination.configuration.",
  ],
  [
    "an endpoint that is no URL",
    configured("webhook", { ...webhook().configuration, webhook_endpoint: "crm" }),
    "'Object didn't pass validation for format absolute-http-uri: crm'",
  ],
  [
    "an endpoint of another scheme",
    configured("webhook", { ...webhook().configuration, webhook_endpoint: "ftp://crm" }),
    "'Object didn't pass validation for format absolute-http-uri: ftp://crm'",
  ],
  [
    "an unknown authorization method",
    { destination: webhook({ method: "digest" }) },
    "'No enum match for: digest' on property destination.configuration.webhook_authorization.method.",
  ],
  [
    "basic without password",
    { destination: webhook({ method: "basic", username: "u" }) },
    "'Missing required property: password'",
  ],
  [
    "bearer without token",
    { destination: webhook({ method: "bearer" }) },
    "'Missing required property: token'",
  ],
  [
    "custom_header without value",
    { destination: webhook({ method: "custom_header", header_key: "X-Key" }) },
    "'Missing required property: header_value'",
  ],
  [
    "one method with another's field",
    { destination: webhook({ ...basic, token: "t" }) },
    "'Additional properties not allowed: token'",
  ],
  [
    "an AWS account of 11 digits",
    configured("eventbridge", { aws_account_id: "12345678901", aws_region: "us-east-1" }),
    "'String does not match pattern ^[0-9]{12}$: 12345678901'",
  ],
  [
    "an unknown AWS region",
    configured("eventbridge", { aws_account_id: "242849305777", aws_region: "moon-1" }),
    "'No enum match for: moon-1' on property destination.configuration.aws_region (AWS region).",
  ],
  [
    "a partner event source",
    configured("eventbridge", { ...eventbridge.configuration, aws_partner_event_source: "x" }),
    "'Additional properties not allowed: aws_partner_event_source'",
  ],
  ["an empty action", configured("action", {}), "'Missing required property: action_id'"],
])("a stream with %s is refused", async (_fault, body, message) => {
  const tenant = await start();
  const answer = await call(tenant, "POST /event-streams", body);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    statusCode: 400,
    error: "Bad Request",
    message: expect.stringContaining(`Payload validation error: ${message}`),
    errorCode: "invalid_body",
  });
  expect(tenant.streams.size).toBe(0);
});

test("an update replaces a webhook destination as a whole, secret included", async () => {
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

test.each<[string, object, object, string]>([
  ["with nothing in it", {}, {}, "'Too few properties defined (0), minimum 1'."],
  ["of the id", {}, { id: "est_1" }, "'Additional properties not allowed: id'."],
  ["with no subscriptions", {}, { subscriptions: [] }, "'Array is too short (0), minimum 1'"],
  [
    "of the authorization without its secret",
    {},
    { destination: webhook({ method: "basic", username: "other" }) },
    "'Missing required property: password'",
  ],
  [
    "of the destination's type",
    {},
    { destination: action },
    "'The type of a destination cannot be changed' on property destination.type.",
  ],
  [
    "of an eventbridge destination",
    { destination: eventbridge },
    { destination: eventbridge },
    "'Destination of type eventbridge cannot be updated' on property destination.",
  ],
  [
    "of an action destination",
    { destination: action },
    { destination: action },
    "'Destination of type action cannot be updated' on property destination.",
  ],
])("an update %s is refused", async (_fault, initial, changes, message) => {
  const tenant = await start();
  const id = await createdStream(tenant, initial);
  const before = structuredClone(tenant.streams.get(id));
  const answer = await call(tenant, `PATCH /event-streams/${id}`, changes);
  expect(answer).toMatchObject({ status: 400, body: { errorCode: "invalid_body" } });
  expect(answer.body.message).toContain(message);
  expect(tenant.streams.get(id)).toEqual(before);
});

test.each(["GET", "PATCH", "DELETE"])("%s of a malformed id is a 400", async (method) => {
  const tenant = await start();
  const body = method === "PATCH" ? { name: "x" } : undefined;
  const answer = await call(tenant, `${method} /event-streams/est_invalid_id_1234567890`, body);
  expect(answer).toMatchObject({ status: 400, body: { errorCode: "invalid_uri" } });
  expect(answer.body.message).toBe(
    "Path validation error: 'Object didn't pass validation for format event-stream-id: " +
      "est_invalid_id_1234567890' on property id (Unique identifier for the event stream).",
  );
});

test("a stream changed behind the back is answered as it is, unknown fields and all", async () => {
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
