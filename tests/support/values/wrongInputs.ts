import { authorized, bridge, configured, hook, jsonCopy, policy, push, stream, to } from "./inputs";
import { action, authorizations, canaries, eventbridge } from "./samples";

/** The mistake, the arguments that contain it, and every message that a user gets. */
type Row = [mistake: string, args: unknown, ...messages: string[]];

const without = (key: string, value: object) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
const subscribed = (...eventTypes: unknown[]) =>
  stream({ subscriptions: eventTypes.map((eventType) => ({ eventType })) });
const redirect = (redirectUri: unknown) =>
  configured({ action: "redirect", limit: 1, redirectUri });
const selector = (consumerSelector: unknown) => policy({ consumerSelector });
const account = (changes: object) =>
  push(
    JSON.stringify({
      type: "service_account",
      project_id: "p",
      private_key: canaries.token,
      client_email: "a@p.example.com",
      ...changes,
    }),
  );

const at = "destination.configuration";
const auth = `${at}.webhookAuthorization`;
const url = "must be an https:// URL";
const endpoint = `${at}.webhookEndpoint must be a URL that begins with https:// in lower case; requests to it carry a secret`;
const username = `${auth}.username must not be empty and must not contain a colon`;
const headerKey = `${auth}.headerKey must be the name of an HTTP header: ASCII letters, digits, - and the like, without spaces and colons`;
const selectors =
  "consumerSelector must be client_id:<client id>, client_id:<CIMD URI>, cimd_clients, third_party_clients or default";
const regions = `${at}.awsRegion must be one of the 36 values of AwsRegion`;

/** By class. A message consists of the path, the rule and, for a misspelling, a suggestion. */
export const wrongInputs: Record<string, Row[]> = {
  EventStream: [
    ["nothing", {}, "destination is required"],
    ["a text", "crm", "it must be an object, not a string"],
    ["an empty name", stream({ name: "" }), "name must have 1 to 128 characters, not 0"],
    [
      "a long name",
      stream({ name: "a".repeat(129) }),
      "name must have 1 to 128 characters, not 129",
    ],
    ["a number for a name", stream({ name: 3 }), "name must be a string, not 3"],
    ["no subscription", stream({ subscriptions: [] }), "subscriptions must have at least 1 item"],
    [
      "an event type without its object",
      stream({ subscriptions: ["user.created"] }),
      "subscriptions[0] must be an object, not a string",
    ],
    [
      "an empty subscription",
      stream({ subscriptions: [{}] }),
      "subscriptions[0].eventType is required",
    ],
    [
      "a null subscription",
      stream({ subscriptions: [null] }),
      "subscriptions[0] must be an object, not null",
    ],
    [
      "a subscription twice",
      subscribed("user.created", "user.deleted", "user.created"),
      "subscriptions must not repeat an item: items 0 and 2 are equal",
    ],
    [
      "a misspelled event type",
      subscribed("user.created", "user.create"),
      "subscriptions[1].eventType must be one of the 25 values of EventKind; did you mean user.created?",
    ],
    [
      "an event type in capitals",
      subscribed("User.Created"),
      "subscriptions[0].eventType must be one of the 25 values of EventKind; did you mean user.created?",
    ],
    [
      "a kind that is none",
      subscribed("login"),
      "subscriptions[0].eventType must be connection.created, connection.deleted, connection.updated, group.created, group.deleted, group.member.added, group.member.deleted, group.role.assigned, group.role.deleted, group.updated, organization.connection.added, organization.connection.removed, organization.connection.updated, organization.created, organization.deleted, organization.group.role.assigned, organization.group.role.deleted, organization.member.added, organization.member.deleted, organization.member.role.assigned, organization.member.role.deleted, organization.updated, user.created, user.deleted or user.updated",
    ],
    [
      "an event type by its wire name",
      stream({ subscriptions: [{ event_type: "user.created" }] }),
      "subscriptions[0].eventType is required",
      "subscriptions[0].event_type is not a property; did you mean eventType?",
    ],
    [
      "an abbreviated status",
      stream({ status: "enable" }),
      "status must be enabled or disabled; did you mean enabled?",
    ],
    [
      "a misspelled property",
      stream({ nmae: "crm" }),
      "nmae is not a property; did you mean name?",
    ],
    [
      "an unknown property",
      stream({ colour: "red" }),
      "colour is not a property; valid properties: name, subscriptions, destination and status",
    ],
    [
      "a creation time",
      stream({ createdAt: "2026-01-01T00:00:00Z" }),
      "createdAt is an output, set by the service; it cannot be an input",
    ],
    [
      "no type",
      to({ configuration: {} }),
      "destination.type is required: webhook, eventbridge or action",
    ],
    [
      "a misspelled type",
      to({ type: "wehbook", configuration: {} }),
      "destination.type must be webhook, eventbridge or action; did you mean webhook?",
    ],
    [
      "another type",
      to({ type: "kafka" }),
      "destination.type must be webhook, eventbridge or action",
    ],
    [
      "a property beside type",
      to({ ...jsonCopy(action()), name: "x" }),
      "destination.name is not a property; valid properties: type and configuration",
    ],
    [
      "an Action's id for a webhook",
      hook({ actionId: "a" }),
      `${at}.actionId is not a property; valid properties: webhookEndpoint and webhookAuthorization`,
    ],
    ["no endpoint", hook({ webhookEndpoint: undefined }), `${at}.webhookEndpoint is required`],
    ["an endpoint without TLS", hook({ webhookEndpoint: "http://a.example.com" }), endpoint],
    ["an endpoint without a host", hook({ webhookEndpoint: "https:///a" }), endpoint],
    ["an endpoint that is no URL", hook({ webhookEndpoint: "https://[oops" }), endpoint],
    [
      "an endpoint in capital letters",
      hook({ webhookEndpoint: "HTTPS://a.example.com" }),
      endpoint,
    ],
    [
      "an endpoint by its wire name",
      hook({ webhookEndpoint: undefined, webhook_endpoint: "https://a" }),
      `${at}.webhookEndpoint is required`,
      `${at}.webhook_endpoint is not a property; did you mean webhookEndpoint?`,
    ],
    [
      "an abbreviated endpoint",
      hook({ webhookEndpoint: undefined, endpoint: "https://a" }),
      `${at}.webhookEndpoint is required`,
      `${at}.endpoint is not a property; did you mean webhookEndpoint?`,
    ],
    ["no authorization", hook({ webhookAuthorization: undefined }), `${auth} is required`],
    ["a bare secret", authorized(canaries.token), `${auth} must be an object, not a string`],
    [
      "no method",
      authorized({ password: canaries.password }),
      `${auth}.method is required: basic, bearer or custom_header`,
    ],
    [
      "a misspelled method",
      authorized({ method: "beerer", token: canaries.token }),
      `${auth}.method must be basic, bearer or custom_header; did you mean bearer?`,
    ],
    [
      "a method in camel case",
      authorized({ method: "customHeader", headerKey: "a", headerValue: canaries.headerValue }),
      `${auth}.method must be basic, bearer or custom_header; did you mean custom_header?`,
    ],
    [
      "basic with an empty password",
      authorized({ ...authorizations.basic, password: "" }),
      `${auth}.password must not be empty`,
    ],
    [
      "basic with a token instead",
      authorized({ method: "basic", token: canaries.token }),
      `${auth}.username is required with method basic`,
      `${auth}.password is required with method basic`,
      `${auth}.token is not allowed with method basic; it belongs to method bearer`,
    ],
    [
      "bearer without a token",
      authorized({ method: "bearer" }),
      `${auth}.token is required with method bearer`,
    ],
    [
      "bearer with a list",
      authorized({ method: "bearer", token: [canaries.token] }),
      `${auth}.token must be a string, not an array`,
    ],
    [
      "bearer with a misspelled token",
      authorized({ method: "bearer", tokne: canaries.token }),
      `${auth}.token is required with method bearer`,
      `${auth}.tokne is not a property; did you mean token?`,
    ],
    [
      "a user name with a colon",
      authorized({ ...authorizations.basic, username: "crm:eu" }),
      username,
    ],
    [
      "a long user name",
      authorized({ ...authorizations.basic, username: "a".repeat(129) }),
      `${auth}.username must have at most 128 characters, not 129`,
    ],
    ...["X Key", "X-Key:", "X-Kéy", "X-Key\n"].map(
      (key): Row => [
        `a header with the key ${JSON.stringify(key)}`,
        authorized({ ...authorizations.custom_header, headerKey: key }),
        headerKey,
      ],
    ),
    [
      "a header by its wire names",
      authorized({ method: "custom_header", header_key: "a", header_value: canaries.headerValue }),
      `${auth}.headerKey is required with method custom_header`,
      `${auth}.headerValue is required with method custom_header`,
      `${auth}.header_key is not a property; did you mean headerKey?`,
      `${auth}.header_value is not a property; did you mean headerValue?`,
    ],
    [
      "11 digits",
      to(eventbridge("12345678901")),
      `${at}.awsAccountId must be an AWS account id: a string of 12 digits`,
    ],
    [
      "a misspelled region",
      bridge({ awsRegion: "eu-central1" }),
      `${regions}; did you mean eu-central-1?`,
    ],
    ["an empty Action id", to(action("")), `${at}.actionId must not be empty`],
    [
      "several mistakes",
      {
        ...authorized({ method: "basic", username: 3, token: canaries.token }),
        name: "",
        status: "off",
        extra: 1,
      },
      "extra is not a property; valid properties: name, subscriptions, destination and status",
      "name must have 1 to 128 characters, not 0",
      `${auth}.password is required with method basic`,
      `${auth}.token is not allowed with method basic; it belongs to method bearer`,
      `${auth}.username must be a string, not 3`,
      "status must be enabled or disabled",
    ],
  ],
  RateLimitPolicy: [
    [
      "nothing",
      {},
      "resource is required",
      "consumer is required",
      "consumerSelector is required",
      "configuration is required",
    ],
    [
      "another resource",
      policy({ resource: "management_api" }),
      "resource must be oauth_authentication_api",
    ],
    ["consumers", policy({ consumer: "clients" }), "consumer must be client"],
    [
      "a selector by its wire name",
      { ...without("consumerSelector", policy()), consumer_selector: "default" },
      "consumerSelector is required",
      "consumer_selector is not a property; did you mean consumerSelector?",
    ],
    ["an empty selector", selector(""), selectors],
    [
      "a selector in camel case",
      selector("thirdPartyClients"),
      `${selectors}; did you mean third_party_clients?`,
    ],
    ["a bare client id", selector("tN5GcVwJ0zqLr"), selectors],
    [
      "a client without an id",
      selector("client_id:"),
      `${selectors}; did you mean client_id:<client id>?`,
    ],
    ["a client that is a placeholder", selector("client_id:<client_id>"), selectors],
    [
      "a client in camel case",
      selector("clientId:abc"),
      `${selectors}; did you mean client_id:<client id>?`,
    ],
    [
      "a long selector",
      selector(`client_id:${"a".repeat(246)}`),
      "consumerSelector must have at most 255 characters, not 256",
    ],
    [
      "a configuration that is an action",
      configured("block"),
      "configuration must be an object, not a string",
    ],
    [
      "no action",
      configured({ limit: 1 }),
      "configuration.action is required: allow, block, log or redirect",
    ],
    [
      "a misspelled action",
      configured({ action: "blok", limit: 1 }),
      "configuration.action must be allow, block, log or redirect; did you mean block?",
    ],
    [
      "allow with a limit",
      configured({ action: "allow", limit: 1 }),
      "configuration.limit is not allowed with action allow; it belongs to action block, log or redirect",
    ],
    [
      "block without a limit",
      configured({ action: "block" }),
      "configuration.limit is required with action block",
    ],
    [
      "block with an address",
      configured({ action: "block", limit: 1, redirectUri: "https://a" }),
      "configuration.redirectUri is not allowed with action block; it belongs to action redirect",
    ],
    [
      "redirect without an address",
      configured({ action: "redirect", limit: 1 }),
      "configuration.redirectUri is required with action redirect",
    ],
    [
      "a limit below 0",
      configured({ action: "block", limit: -1 }),
      "configuration.limit must be from 0 to 10,000, not -1",
    ],
    [
      "a limit above 10,000",
      configured({ action: "log", limit: 10_001 }),
      "configuration.limit must be from 0 to 10,000, not 10,001",
    ],
    [
      "a limit that is a fraction",
      configured({ action: "block", limit: 0.5 }),
      "configuration.limit must be a whole number, not 0.5",
    ],
    ["an address without TLS", redirect("http://a"), `configuration.redirectUri ${url}`],
    ["an address that is no URL", redirect("https://[oops"), `configuration.redirectUri ${url}`],
    [
      "an address by its wire name",
      configured({ action: "redirect", limit: 1, redirect_uri: "https://a" }),
      "configuration.redirectUri is required with action redirect",
      "configuration.redirect_uri is not a property; did you mean redirectUri?",
    ],
  ],
  GuardianFcmv1Provider: [
    ["nothing", {}, "serverCredentials is required"],
    ["an empty text", push(""), "serverCredentials must have 1 to 10,000 characters, not 0"],
    [
      "a long text",
      push("x".repeat(10_001)),
      "serverCredentials must have 1 to 10,000 characters, not 10,001",
    ],
    [
      "the parsed file",
      { serverCredentials: { private_key: canaries.token } },
      "serverCredentials must be a string, not an object",
    ],
    [
      "a truncated file",
      push(`{"type":"service_account","private_key":"${canaries.token}`),
      "serverCredentials looks like JSON but cannot be parsed; pass the complete text of the file",
    ],
    [
      "another kind of account",
      account({ type: "authorized_user" }),
      "serverCredentials, as JSON: type must be service_account",
    ],
    [
      "an account without a key",
      account({ private_key: undefined }),
      "serverCredentials, as JSON: private_key is required",
    ],
    [
      "an account without an address",
      account({ client_email: "" }),
      "serverCredentials, as JSON: client_email must not be empty",
    ],
    [
      "a file encoded twice",
      push(JSON.stringify(account({}).serverCredentials)),
      "serverCredentials, as JSON: it must be an object, not a string",
    ],
    [
      "credentials by their wire name",
      { server_credentials: canaries.token },
      "serverCredentials is required",
      "server_credentials is not a property; did you mean serverCredentials?",
    ],
  ],
};
