import { forgetFailures, mustStayDisabled } from "../delivery/deliveryRecord";
import { eventTypes } from "../delivery/sampleData";
import { invalidBody, Refusal } from "../http/refusal";
import { milliseconds } from "../model/clock";
import type { StoredDestination, StoredStream } from "../model/store";
import type { Difference } from "../published/contract";
import contract from "../published/event-streams.json";
import type { Collection } from "../resource";

/** Changes properties in every body of a create or an update. */
const inBodies = (properties: object) => ({
  CreateEventStreamWebHookRequestContent: { properties },
  CreateEventStreamEventBridgeRequestContent: { properties },
  CreateEventStreamActionRequestContent: { properties },
  UpdateEventStreamRequestContent: { properties },
});

/** Changes properties in every stream of a response. */
const inResponses = (properties: object) => ({
  EventStreamWebhookResponseContent: { properties },
  EventStreamEventBridgeResponseContent: { properties },
  EventStreamActionResponseContent: { properties },
});

const secret = { type: "string", minLength: 1 };

/** Auth0 has one text for both causes. */
const noFurther =
  "You have reached the maximum number of event streams for your account OR Event stream name already in use.";

const differences: Difference[] = [
  {
    reason: "Auth0's recorded error for a malformed id names this format",
    parameters: {
      id: {
        minLength: null,
        maxLength: null,
        format: "event-stream-id",
        description: "Unique identifier for the event stream",
      },
    },
  },
  {
    reason:
      "the contract has the forms of responses, which have no secrets, but the API's reference requires them",
    schemas: {
      EventStreamWebhookBasicAuth: {
        required: ["method", "username", "password"],
        properties: { password: secret },
      },
      EventStreamWebhookBearerAuth: {
        required: ["method", "token"],
        properties: { token: secret },
      },
      EventStreamWebhookCustomHeaderAuth: {
        required: ["method", "header_key", "header_value"],
        properties: { header_value: secret },
      },
    },
  },
  {
    reason:
      "an update may remove every subscription, but the contract's responses have at least one",
    responses: inResponses({ subscriptions: { minItems: null } }),
  },
  {
    reason: "recorded deliveries have these statuses until they have failed",
    responses: {
      EventStreamDeliveryStatusEnum: { maxLength: null, enum: ["failed", "pending", "retrying"] },
    },
  },
  {
    reason: "recorded events name the tenant, the stream, and the purpose",
    responses: {
      EventStreamCloudEvent: { properties: { a0tenant: {}, a0stream: {}, a0purpose: {} } },
    },
  },
  {
    reason: "Auth0 sets it, and the API's reference forbids it in a request",
    schemas: {
      EventStreamEventBridgeConfiguration: { properties: { aws_partner_event_source: null } },
    },
  },
  {
    reason: "an empty value makes no sense",
    schemas: { EventStreamActionConfiguration: { properties: { action_id: { minLength: 1 } } } },
  },
  {
    reason: "the API's reference allows only known event types, each once",
    schemas: {
      ...inBodies({ subscriptions: { uniqueItems: true } }),
      EventStreamSubscription: {
        required: ["event_type"],
        properties: { event_type: { enum: eventTypes } },
      },
    },
  },
  {
    reason: "the API's reference has lists separated by commas, and times in RFC 3339",
    parameters: {
      statuses: { pattern: "^[^,]+(,[^,]+)*$" },
      event_types: { format: "event-types" },
      date_from: { format: "date-time" },
      date_to: { format: "date-time" },
    },
  },
];

export const eventStream: Collection = {
  name: "event-streams",
  contract,
  differences,
  formats: {
    "event-stream-id": /^est_[0-9A-Za-z]{22}$/,
    "event-id": /^evt_[0-9A-Za-z]{22}$/,
    "event-types": (text) => text.split(",").every((type) => eventTypes.includes(type)),
  },
  id: { prefix: "est", lengths: [22] },
  date: milliseconds,
  defaults: { status: "enabled" },
  unique: { properties: ["name"], message: noFurther },
  limit: { status: 409, message: noFurther },
  // The recorded error has no errorCode.
  missing: { message: "The requested stream does not exist." },
  neverReturned: ["password", "token", "header_value"],

  respond({ destination, ...stream }: StoredStream) {
    const { type, configuration } = destination;
    const source = `aws.partner/auth0.com/${stream.id}/auth0.events`;
    const added = type === "eventbridge" ? { aws_partner_event_source: source } : {};
    return { ...stream, destination: { type, configuration: { ...configuration, ...added } } };
  },

  beforeUpdate(stream: StoredStream, { destination, status }: Partial<StoredStream>, { store }) {
    if (destination) refuseOtherDestination(stream.destination, destination);
    if (status !== "enabled") return;
    if (mustStayDisabled(store, stream)) throw mustRedeliver();
    if (stream.status !== "enabled") forgetFailures(store, stream.id);
  },

  afterDelete(id, { store, deliveryEngine }) {
    store.deliveries.delete(id);
    store.deliveryRecords.delete(id);
    deliveryEngine.forgetStream(id);
  },
};

/** By the API's reference, a destination's type can't change, and an action can't change at all. */
function refuseOtherDestination(stored: StoredDestination, sent: StoredDestination): void {
  if (stored.type !== sent.type) {
    throw invalidBody("'The type of a destination cannot be changed' on property destination.type");
  }
  if (stored.type === "action") {
    throw invalidBody("'Destination of type action cannot be updated' on property destination");
  }
}

/** Auth0 rejects this as well, but its message and errorCode are unknown. */
const mustRedeliver = () =>
  new Refusal(
    400,
    "The event stream was disabled because of failed deliveries: redeliver them first.",
    "event_stream_has_failures",
  );
