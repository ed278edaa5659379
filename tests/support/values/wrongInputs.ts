import { authorized, configured, hook, policy, push, stream, to } from "./inputs";
import { authorizations, canaries, eventbridge, serviceAccount } from "./samples";

/** The mistake, the arguments that contain it, and every message that a user gets. */
type Row = [mistake: string, args: unknown, ...messages: string[]];

const subscribed = (...eventTypes: unknown[]) =>
  stream({ subscriptions: eventTypes.map((eventType) => ({ eventType })) });
const redirect = (redirectUri: unknown) =>
  configured({ action: "redirect", limit: 1, redirectUri });
const selector = (consumerSelector: unknown) => policy({ consumerSelector });
const account = (changes: object) => push(serviceAccount(canaries.token, changes));
const notJson = "serverCredentials must be JSON: pass the complete text of the file, not its path";

const at = "destination.configuration";
const auth = `${at}.webhookAuthorization`;
const url = "must be an https:// URL";
const endpoint = `${at}.webhookEndpoint must be a URL that begins with https:// in lower case; requests to it carry a secret`;
const username = `${auth}.username must not be empty and must not contain a colon`;
const headerKey = `${auth}.headerKey must be the name of an HTTP header: ASCII letters, digits, - and the like, without spaces and colons`;
const selectors =
  "consumerSelector must be client_id:<client id>, client_id:<CIMD URI>, cimd_clients, third_party_clients or default";

/** By class. A message consists of the path, the rule and, for a misspelling, a suggestion. */
export const wrongInputs: Record<string, Row[]> = {
  EventStream: [
    ["nothing", {}, "destination is required"],
    ["a text", "crm", "it must be an object, not a string"],
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
      "subscriptions must not repeat an item: items 0 and 2 are equal",
    ],
    [
      "a misspelled event type",
      subscribed("user.created", "user.create"),
      "subscriptions[1].eventType must be one of the 25 values of EventKind; did you mean user.created?",
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
      "an abbreviated endpoint",
      hook({ webhookEndpoint: undefined, endpoint: "https://a" }),
      `${at}.webhookEndpoint is required`,
      `${at}.endpoint is not a property; did you mean webhookEndpoint?`,
    ],
    ["a bare secret", authorized(canaries.token), `${auth} must be an object, not a string`],
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
      "allow with a limit",
      configured({ action: "allow", limit: 1 }),
      "configuration.limit is not allowed with action allow; it belongs to action block, log or redirect",
    ],
    [
      "a limit below 0",
      configured({ action: "block", limit: -1 }),
      "configuration.limit must be from 0 to 10,000, not -1",
    ],
    [
      "a limit that is a fraction",
      configured({ action: "block", limit: 0.5 }),
      "configuration.limit must be a whole number, not 0.5",
    ],
    ["an address without TLS", redirect("http://a"), `configuration.redirectUri ${url}`],
    ["an address that is no URL", redirect("https://[oops"), `configuration.redirectUri ${url}`],
  ],
  GuardianFcmv1Provider: [
    ["nothing", {}, "serverCredentials is required"],
    ["an empty text", push(""), "serverCredentials must have 1 to 10,000 characters, not 0"],
    [
      "the parsed file",
      { serverCredentials: { private_key: canaries.token } },
      "serverCredentials must be a string, not an object",
    ],
    [
      "a truncated file",
      push(`{"type":"service_account","private_key":"${canaries.token}`),
      notJson,
    ],
    ["another text", push(canaries.token), notJson],
    ["the path of the file", push("key.json"), notJson],
    ["a list", push("[1]"), "serverCredentials, as JSON: it must be an object, not an array"],
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
      "a file encoded twice",
      push(JSON.stringify(account({}).serverCredentials)),
      "serverCredentials, as JSON: it must be an object, not a string",
    ],
  ],
};
