import { expect, test } from "@jest/globals";
import { call, start, stream, webhook } from "../support/tenant";

// Each kind of violation has one row, because all limits come from the contract.
test.each(
  Object.entries<[unknown, string]>({
    "no destination": [{}, "'Missing required property: destination'."],
    "no body": [undefined, "'Expected type object but found type null'."],
    "an unknown key": [stream({ colour: "red" }), "'Additional properties not allowed: colour'."],
    "a name of 129 characters": [
      stream({ name: "🙂".repeat(129) }),
      "'String is too long (129 chars), maximum 128' on property name (Name of the event stream).",
    ],
    "a subscription twice": [
      stream({ subscriptions: [{ event_type: "user.created" }, { event_type: "user.created" }] }),
      "'Array items are not unique (indexes 0 and 1)' on property subscriptions",
    ],
    "an unknown event kind": [
      stream({ subscriptions: [{ event_type: "user.born" }] }),
      "'No enum match for: user.born' on property subscriptions.0.event_type (Event kind).",
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
