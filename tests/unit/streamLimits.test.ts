import { expect, test } from "@jest/globals";
import { resourceSchema } from "../../provider/schema";
import { validator } from "../../provider/validate";
import { authorized, everyStream, hook, plain, stream, to } from "../support/inputs";
import { problem } from "../support/problem";
import { action, authorizations, eventbridge } from "../support/samples";

const streamProblems = validator(resourceSchema("EventStream").inputs);
const at = "destination.configuration";
const without = (key: string, value: object) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

test.each<[string, object]>([
  ...everyStream.map(([name, value]): [string, object] => [`stream ${name}`, value]),
  ["a stream with a destination alone", { destination: plain(action()) }],
  ["a name of 1 character", stream({ name: "a" })],
  ["a name of 128 characters", stream({ name: "é".repeat(128) })],
  ["a name of 128 characters outside the basic plane", stream({ name: "🎉".repeat(128) })],
  ["a kind of connections", stream({ subscriptions: [{ eventType: "connection.updated" }] })],
  ["a disabled stream", stream({ status: "disabled" })],
  ["an endpoint with port, path and query", hook({ webhookEndpoint: "https://a:8443/b?c=d#e" })],
  ["an endpoint in capital letters", hook({ webhookEndpoint: "HTTPS://EXAMPLE.COM" })],
  ["an empty user name", authorized({ ...authorizations.basic, username: "" })],
  ["12 digits", to(eventbridge("000000000000"))],
])("%s is valid", (_name, value) => {
  expect(streamProblems(value)).toEqual([]);
});

test.each<[string, object, string, string]>([
  ["no destination", without("destination", stream()), "destination", "is required"],
  ["an empty name", stream({ name: "" }), "name", "The stream's name: 1 to 128 characters."],
  ["a name of 129", stream({ name: "a".repeat(129) }), "name", "The stream's name"],
  ["a name of another type", stream({ name: 3 }), "name", "string"],
  [
    "no subscription",
    stream({ subscriptions: [] }),
    "subscriptions",
    "must have at least 1 item(s)",
  ],
  [
    "a subscription twice",
    stream({ subscriptions: [{ eventType: "user.created" }, { eventType: "user.created" }] }),
    "subscriptions",
    "must name each item once: items 0 and 1 are alike",
  ],
  [
    "an unheard-of kind",
    stream({ subscriptions: [{ eventType: "user.created" }, { eventType: "user.create" }] }),
    "subscriptions[1].eventType",
    "must be one of connection.created, connection.deleted",
  ],
  ["a bare kind", stream({ subscriptions: ["user.created"] }), "subscriptions[0]", "object"],
  [
    "an empty subscription",
    stream({ subscriptions: [{}] }),
    "subscriptions[0].eventType",
    "is required",
  ],
  ["subscriptions that are no list", stream({ subscriptions: {} }), "subscriptions", "array"],
  ["another status", stream({ status: "paused" }), "status", "must be one of enabled, disabled"],
  [
    "a property too many",
    stream({ colour: "red" }),
    "colour",
    "is not a property; known here: name, subscriptions, destination, status",
  ],
  ["a property in the wire's form", stream({ created_at: "x" }), "created_at", "is not a property"],
  ["an output", stream({ createdAt: "x" }), "createdAt", "is not a property"],
  ["a destination that is a text", to("webhook"), "destination", "object"],
  [
    "no type",
    to({ configuration: {} }),
    "destination.type",
    "is required: one of webhook, eventbridge, action",
  ],
  [
    "another type",
    to({ type: "kafka" }),
    "destination.type",
    "must be one of webhook, eventbridge, action",
  ],
  ["no configuration", to({ type: "action" }), `${at}`, `is required`],
  ["no endpoint", hook({ webhookEndpoint: undefined }), `${at}.webhookEndpoint`, `is required`],
  [
    "an endpoint without TLS",
    hook({ webhookEndpoint: "http://a.example.com" }),
    `${at}.webhookEndpoint`,
    `The address that receives events: an \`https://\` URL`,
  ],
  [
    "an endpoint without a host",
    hook({ webhookEndpoint: "https:///a" }),
    `${at}.webhookEndpoint`,
    "`https://` URL",
  ],
  [
    "an endpoint with a space",
    hook({ webhookEndpoint: "https://a b" }),
    `${at}.webhookEndpoint`,
    "`https://` URL",
  ],
  [
    "no authorization",
    hook({ webhookAuthorization: undefined }),
    `${at}.webhookAuthorization`,
    `is required`,
  ],
  [
    "another method",
    authorized({ method: "digest" }),
    `${at}.webhookAuthorization.method`,
    `must be one of basic, bearer, custom_header`,
  ],
  ["no method", authorized({ password: "x" }), `${at}.webhookAuthorization.method`, `is required`],
  [
    "no user",
    authorized(without("username", authorizations.basic)),
    `${at}.webhookAuthorization.username`,
    "is required",
  ],
  [
    "no password",
    authorized(without("password", authorizations.basic)),
    `${at}.webhookAuthorization.password`,
    "is required",
  ],
  [
    "an empty password",
    authorized({ ...authorizations.basic, password: "" }),
    `${at}.webhookAuthorization.password`,
    "The password",
  ],
  ["no token", authorized({ method: "bearer" }), `${at}.webhookAuthorization.token`, `is required`],
  [
    "an empty token",
    authorized({ method: "bearer", token: "" }),
    `${at}.webhookAuthorization.token`,
    "The token",
  ],
  [
    "no header key",
    authorized(without("headerKey", authorizations.custom_header)),
    `${at}.webhookAuthorization.headerKey`,
    "is required",
  ],
  [
    "an empty header key",
    authorized({ ...authorizations.custom_header, headerKey: "" }),
    `${at}.webhookAuthorization.headerKey`,
    "The header's name",
  ],
  [
    "an empty header value",
    authorized({ ...authorizations.custom_header, headerValue: "" }),
    `${at}.webhookAuthorization.headerValue`,
    "The header's value",
  ],
  [
    "a property of another method",
    authorized({ ...authorizations.bearer, username: "x" }),
    `${at}.webhookAuthorization.username`,
    `is not a property; known here: method, token`,
  ],
  [
    "11 digits",
    to(eventbridge("12345678901")),
    `${at}.awsAccountId`,
    `The AWS account id: 12 digits`,
  ],
  ["13 digits", to(eventbridge("1234567890123")), `${at}.awsAccountId`, "12 digits"],
  [
    "another region",
    to(eventbridge(undefined, "eu-central-9" as never)),
    `${at}.awsRegion`,
    `must be one of af-south-1`,
  ],
  ["an empty action id", to(action("")), `${at}.actionId`, `Id of a deployed Action, not empty.`],
])("%s is one problem, which names place and rule", (_name, value, place, rule) => {
  expect(streamProblems(value)).toEqual([problem(place, rule)]);
});
