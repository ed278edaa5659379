import type { Props } from "../../../provider/shared/json";
import type {
  ActionDestinationArgs,
  EventbridgeDestinationArgs,
  EventStreamArgs,
  WebhookDestinationArgs,
} from "../../../sdk";
import { jsonCopy } from "./inputs";
import { newerValue, type ResourceValues, type WrongInput } from "./resourceValues";

export const canaries = {
  password: "canary-password-1f6e",
  token: "canary-token-8a21",
  headerValue: "canary-header-77d0",
};

type Authorization = Extract<
  Exclude<WebhookDestinationArgs["configuration"], PromiseLike<unknown>>,
  { webhookAuthorization: unknown }
>["webhookAuthorization"];

export const authorizations = {
  basic: { method: "basic", username: "tenant", password: canaries.password },
  bearer: { method: "bearer", token: canaries.token },
  custom_header: {
    method: "custom_header",
    headerKey: "X-Hook-Key",
    headerValue: canaries.headerValue,
  },
} satisfies Record<string, Authorization>;

export const webhook = (
  webhookAuthorization: Authorization,
  webhookEndpoint = "https://hooks.example.com/auth0",
): WebhookDestinationArgs => ({
  type: "webhook",
  configuration: { webhookEndpoint, webhookAuthorization },
});

export const eventbridge = (
  awsAccountId = "123456789012",
  awsRegion: "eu-central-1" | "us-east-1" = "eu-central-1",
): EventbridgeDestinationArgs => ({
  type: "eventbridge",
  configuration: { awsAccountId, awsRegion },
});

export const action = (actionId = "9f1c7a52-action"): ActionDestinationArgs => ({
  type: "action",
  configuration: { actionId },
});

export const subscriptions: EventStreamArgs["subscriptions"] = [
  { eventType: "user.created" },
  { eventType: "user.deleted" },
];

/** One stream for each destination type and method, by logical name. */
export const streams: Record<string, EventStreamArgs> = {
  basic: { name: "basic", subscriptions, destination: webhook(authorizations.basic) },
  bearer: { name: "bearer", subscriptions, destination: webhook(authorizations.bearer) },
  custom: { name: "custom", subscriptions, destination: webhook(authorizations.custom_header) },
  bridge: { name: "bridge", subscriptions, destination: eventbridge() },
  action: { name: "action", subscriptions, destination: action() },
};

/** A webhook with basic authorization, as the engine passes it. */
export const stream = (changes: object = {}): Props => jsonCopy({ ...streams.basic, ...changes });
/** A stream with another destination. */
export const to = (destination: unknown): Props => stream({ destination });
/** A stream with a changed webhook configuration. */
export const hook = (changes: object): Props =>
  to({
    type: "webhook",
    configuration: { ...webhook(authorizations.basic).configuration, ...changes },
  });
/** A stream with another webhook authorization. */
export const authorized = (webhookAuthorization: unknown): Props => hook({ webhookAuthorization });
/** A stream with a changed EventBridge configuration. */
export const bridge = (changes: object): Props =>
  to({ type: "eventbridge", configuration: { ...eventbridge().configuration, ...changes } });

const subscribed = (...eventTypes: unknown[]) =>
  stream({ subscriptions: eventTypes.map((eventType) => ({ eventType })) });

const at = "destination.configuration";
const auth = `${at}.webhookAuthorization`;
const endpoint = `${at}.webhookEndpoint must start with https:// (lowercase), because requests to it include a secret`;
const username = `${auth}.username must not be empty and must not contain a colon`;
const headerKey = `${auth}.headerKey must be the name of an HTTP header: ASCII letters, digits, and characters such as -, without spaces or colons`;

const wrong: WrongInput[] = [
  ["nothing", {}, "destination is required"],
  ["a text", "crm", "the value must be an object, not a string"],
  ["an empty name", stream({ name: "" }), "name must have 1 to 128 characters, not 0"],
  ["a number for a name", stream({ name: 3 }), "name must be a string, not 3"],
  ["no subscription", stream({ subscriptions: [] }), "subscriptions must have at least 1 item"],
  [
    "a null subscription",
    stream({ subscriptions: [null] }),
    "subscriptions[0] must be an object, not null",
  ],
  [
    "a subscription twice",
    subscribed("user.created", "user.deleted", "user.created"),
    "subscriptions must not repeat an item, but items 0 and 2 are equal",
  ],
  [
    "a misspelled event type",
    subscribed("user.created", "user.create"),
    `subscriptions[1].eventType must be one of the 25 values of EventKind. Did you mean user.created?${newerValue}`,
  ],
  [
    "a kind that is none",
    subscribed("login"),
    `subscriptions[0].eventType must be connection.created, connection.deleted, connection.updated, group.created, group.deleted, group.member.added, group.member.deleted, group.role.assigned, group.role.deleted, group.updated, organization.connection.added, organization.connection.removed, organization.connection.updated, organization.created, organization.deleted, organization.group.role.assigned, organization.group.role.deleted, organization.member.added, organization.member.deleted, organization.member.role.assigned, organization.member.role.deleted, organization.updated, user.created, user.deleted, or user.updated${newerValue}`,
  ],
  [
    "an event type by its wire name",
    stream({ subscriptions: [{ event_type: "user.created" }] }),
    "subscriptions[0].eventType is required",
    "subscriptions[0].event_type is not a property. Did you mean eventType?",
  ],
  [
    "an abbreviated status",
    stream({ status: "enable" }),
    "status must be enabled or disabled. Did you mean enabled?",
  ],
  ["a misspelled property", stream({ nmae: "crm" }), "nmae is not a property. Did you mean name?"],
  [
    "an unknown property",
    stream({ colour: "red" }),
    "colour is not a property. Valid properties: name, subscriptions, destination, and status.",
  ],
  [
    "no type",
    to({ configuration: {} }),
    "destination.type is required: webhook, eventbridge, or action",
  ],
  ["no endpoint", hook({ webhookEndpoint: undefined }), `${at}.webhookEndpoint is required`],
  ["an endpoint without TLS", hook({ webhookEndpoint: "http://a.example.com" }), endpoint],
  ["an endpoint without a host", hook({ webhookEndpoint: "https:///a" }), endpoint],
  ["an endpoint that is no URL", hook({ webhookEndpoint: "https://[oops" }), endpoint],
  ["an endpoint in capital letters", hook({ webhookEndpoint: "HTTPS://a.example.com" }), endpoint],
  ["a bare secret", authorized(canaries.token), `${auth} must be an object, not a string`],
  [
    "a method in camel case",
    authorized({ method: "customHeader", headerKey: "a", headerValue: canaries.headerValue }),
    `${auth}.method must be basic, bearer, or custom_header. Did you mean custom_header?`,
  ],
  [
    "basic with an empty password",
    authorized({ ...authorizations.basic, password: "" }),
    `${auth}.password must not be empty`,
  ],
  [
    "bearer with a list",
    authorized({ method: "bearer", token: [canaries.token] }),
    `${auth}.token must be a string, not an array`,
  ],
  [
    "a user name with a colon",
    authorized({ ...authorizations.basic, username: "crm:eu" }),
    username,
  ],
  ...["X Key", "X-Key:", "X-Kéy", "X-Key\n"].map(
    (key): WrongInput => [
      `a header with the key ${JSON.stringify(key)}`,
      authorized({ ...authorizations.custom_header, headerKey: key }),
      headerKey,
    ],
  ),
  [
    "11 digits",
    to(eventbridge("12345678901")),
    `${at}.awsAccountId must be an AWS account ID: a string of 12 digits`,
  ],
  ["an empty action id", to(action("")), `${at}.actionId must not be empty`],
  [
    "several mistakes",
    {
      ...authorized({ method: "basic", username: 3, token: canaries.token }),
      name: "",
      status: "off",
      extra: 1,
    },
    "extra is not a property. Valid properties: name, subscriptions, destination, and status.",
    "name must have 1 to 128 characters, not 0",
    `${auth}.password is required with method basic`,
    `${auth}.token is not allowed with method basic. It belongs to method bearer.`,
    `${auth}.username must be a string, not 3`,
    "status must be enabled or disabled",
  ],
];

export const values: ResourceValues = {
  valid: streams,
  changed: authorized({ ...authorizations.basic, username: "second", password: "canary-second" }),
  replaced: to(action()),
  wrong,
  lenient: ["an endpoint without a host", "an endpoint that is no URL"],
  canaries,
  idPrefix: "est_",
  unique: (which) => ({ name: `${which}` }),
  external: [
    { option: "aws", value: "123456789012", what: "an AWS account, which gets an event source" },
    { option: "action", value: "9f1c7a52-action", what: "the id of an Action for event streams" },
  ],
};
