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
    "'String does not match pattern ^https://.*: crm'",
  ],
  [
    "an endpoint with http",
    configured("webhook", { ...webhook().configuration, webhook_endpoint: "http://crm" }),
    "'String does not match pattern ^https://.*: http://crm'",
  ],
  [
    "a username with a colon",
    { destination: webhook({ ...basic, username: "a:b" }) },
    "'String does not match pattern ^[^:]+$: a:b'",
  ],
  [
    "an empty username",
    { destination: webhook({ ...basic, username: "" }) },
    "'String does not match pattern ^[^:]+$: '",
  ],
  [
    "a username of 129 characters",
    { destination: webhook({ ...basic, username: "u".repeat(129) }) },
    "'String is too long (129 chars), maximum 128'",
  ],
  [
    "a header whose name has a space",
    { destination: webhook({ method: "custom_header", header_key: "X Key", header_value: "7" }) },
    "'String does not match pattern ^[a-zA-Z0-9!#$%&'*+.^_`|~-]+$: X Key'",
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

test.each<[string, object, object, string]>([
  ["of the id", {}, { id: "est_1" }, "'Additional properties not allowed: id'."],
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

test("streams without a name do not conflict", async () => {
  const tenant = await start();
  await createdStream(tenant, { name: undefined });
  await createdStream(tenant, { name: undefined });
  expect(tenant.streams.size).toBe(2);
});

test("a create beyond the maximum of streams is a conflict", async () => {
  const tenant = await start({ maxStreams: 1 });
  const id = await createdStream(tenant);
  const another = stream({ name: undefined });
  expect(await call(tenant, "POST /event-streams", another)).toMatchObject(nameOrMaximum);
  await call(tenant, `DELETE /event-streams/${id}`);
  expect((await call(tenant, "POST /event-streams", another)).status).toBe(201);
});

test.each(["GET", "PATCH", "DELETE"])("%s of a malformed id is a 400", async (method) => {
  const tenant = await start();
  const body = method === "PATCH" ? { name: "x" } : undefined;
  const response = await call(tenant, `${method} /event-streams/est_invalid_id_1234567890`, body);
  expect(response).toMatchObject({ status: 400, body: { errorCode: "invalid_uri" } });
  expect(response.body.message).toBe(
    "Path validation error: 'Object didn't pass validation for format event-stream-id: " +
      "est_invalid_id_1234567890' on property id (Unique identifier for the event stream).",
  );
});
