import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "../../../sdk";

// Programs that do not compile; none is ever run. After `@ts-expect-error` stands what is wrong,
// with a word in backticks that the compiler's message holds.

const webhookEndpoint = "https://crm.example.com/hook";
const action = { type: "action", configuration: { actionId: "a1b2" } } as const;
const stream = new auth0.EventStream("right", { destination: action });
const text: pulumi.Output<string> = pulumi.output("text");
const policy = {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "default",
} as const;

type Destination = auth0.EventStreamArgs["destination"];
type Authorization = auth0.WebhookConfigurationArgs["webhookAuthorization"];
type Configuration = auth0.RateLimitPolicyArgs["configuration"];

export const authorizations: Authorization[] = [
  // @ts-expect-error basic authentication without its `password`
  { method: "basic", username: "tenant" },
  // @ts-expect-error basic authentication with the `token` of a bearer in the password's place
  { method: "basic", username: "tenant", token: "secret" },
  // @ts-expect-error a complete credential with the `token` of another beside it
  { method: "basic", username: "tenant", password: "secret", token: "secret" },
  // @ts-expect-error a password that may be `undefined`
  { method: "basic", username: "tenant", password: process.env.PASSWORD },
  // @ts-expect-error a `digest` method, which does not exist
  { method: "digest", token: "secret" },
  // @ts-expect-error a method that is an `Output`: it could turn out to be another
  { method: pulumi.output("bearer" as const), token: "secret" },
];

export const destinations: Destination[] = [
  // @ts-expect-error a destination whose type is an `Output`
  { type: pulumi.output("action" as const), configuration: { actionId: "a1b2" } },
  // @ts-expect-error an action with the `awsAccountId` of EventBridge
  { type: "action", configuration: { awsAccountId: "242849305777", awsRegion: "eu-west-1" } },
  // @ts-expect-error a webhook without `webhookAuthorization`
  { type: "webhook", configuration: { webhookEndpoint } },
  // @ts-expect-error an AWS account that is a `number`, which loses leading zeros
  { type: "eventbridge", configuration: { awsAccountId: 242849305777, awsRegion: "eu-west-1" } },
  // @ts-expect-error a region `eu-central-9`, which does not exist
  {
    type: "eventbridge",
    configuration: { awsAccountId: "242849305777", awsRegion: "eu-central-9" },
  },
];

export const configurations: Configuration[] = [
  // @ts-expect-error a `limit` on what is not limited
  { action: "allow", limit: 100 },
  // @ts-expect-error a block without its `limit`
  { action: "block" },
  // @ts-expect-error a redirect without its `redirectUri`
  { action: "redirect", limit: 100 },
  // @ts-expect-error a limit that is a `string`
  { action: "log", limit: "100" },
  // @ts-expect-error an action that is an `Output`
  { action: pulumi.output("block" as const), limit: 100 },
];

export const streams: auth0.EventStreamArgs[] = [
  // @ts-expect-error a stream without its `destination`
  { name: "crm" },
  // @ts-expect-error a name that is a `number`
  { destination: action, name: 5 },
  // @ts-expect-error a kind of event, `user.renamed`, that does not exist
  { destination: action, subscriptions: [{ eventType: "user.renamed" }] },
  // @ts-expect-error a kind of event that may be any `string`
  { destination: action, subscriptions: [{ eventType: text }] },
  // @ts-expect-error a kind of event, a bare `string`, in a subscription's place
  { destination: action, subscriptions: ["user.created"] },
  // @ts-expect-error a status that is `true`
  { destination: action, status: true },
  // @ts-expect-error a key, `subscription`, that does not exist
  { destination: action, subscription: [] },
  // @ts-expect-error an output, `tenant`, as an input
  { destination: action, tenant: "example.eu.auth0.com" },
];

export const policies: auth0.RateLimitPolicyArgs[] = [
  // @ts-expect-error a key as the interface spells it, `consumer_selector`
  { ...policy, consumer_selector: "default", configuration: { action: "allow" } },
  // @ts-expect-error an API, `management_api`, that no policy can protect
  { ...policy, resource: "management_api", configuration: { action: "allow" } },
  // @ts-expect-error a policy without its `configuration`
  policy,
];

// @ts-expect-error a stream without `arguments`
new auth0.EventStream("nothing");

// @ts-expect-error credentials as an object, whose `type` stands there, and not as text
new auth0.GuardianFcmv1Provider("object", { serverCredentials: { type: "service_account" } });

// @ts-expect-error a `get` of credentials, which the service never answers
auth0.GuardianFcmv1Provider.get("existing", "fcmv1");

// @ts-expect-error a setting of a provider, `tenant`, that does not exist
new auth0.Provider("eu", { tenant: "example.eu.auth0.com" });

// @ts-expect-error a property that is assigned, though it is `read-only`
stream.name = text;

// @ts-expect-error a `webhookEndpoint` that not every destination has, before the tag is asked
stream.destination.configuration.webhookEndpoint.apply(String);

// @ts-expect-error deliveries by an `Output`, where a Promise is asked for
auth0.getDeliveries({ eventStreamId: stream.id });

// @ts-expect-error one status in the place of an array of `string[]`
auth0.getDeliveries({ eventStreamId: "est_0123456789012345678901", statuses: "failed" });

// @ts-expect-error deliveries of no stream, without an `eventStreamId`
auth0.getDeliveriesOutput({ statuses: ["failed"] });
