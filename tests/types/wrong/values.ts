import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

// Programs that do not compile: properties that are missing, of a wrong type, or unknown. After
// `@ts-expect-error`: the compiler's code, the name that it mentions, and the mistake.

const webhookEndpoint = "https://crm.example.com/hook";
const text: pulumi.Output<string> = pulumi.output("text");
const destination = { type: "action", configuration: { actionId: "a1b2" } } as const;
const policy = {
  resource: "oauth_authentication_api",
  consumer: "client",
  configuration: { action: "allow" },
} as const;

function send(to: auth0.EventStreamArgs["destination"]): auth0.EventStream {
  return new auth0.EventStream("stream", { destination: to });
}

// Missing properties, at each level.

// @ts-expect-error TS2345 undefined: a stream without arguments
new auth0.EventStream("missing", undefined);
// @ts-expect-error TS2345 destination: a stream without its destination
new auth0.EventStream("missing", { name: "crm" });
// @ts-expect-error TS2345 type: a destination without its type
send({ configuration: { actionId: "a1b2" } });
export const noPassword: auth0.WebhookConfigurationArgs = {
  webhookEndpoint,
  // @ts-expect-error TS2322 password: basic without its password
  webhookAuthorization: { method: "basic", username: "tenant" },
};
// @ts-expect-error TS2322 {}: a subscription to nothing
new auth0.EventStream("missing", { destination, subscriptions: [{}] });

// Properties of a wrong type, at each level.

// @ts-expect-error TS2322 name: a name that is a number
new auth0.EventStream("wrong", { destination, name: 5 });
// @ts-expect-error TS2322 "user.created": an event type instead of a subscription
new auth0.EventStream("wrong", { destination, subscriptions: ["user.created"] });
// @ts-expect-error TS2820 eventType: a kind of event that does not exist
new auth0.EventStream("wrong", { destination, subscriptions: [{ eventType: "user.renamed" }] });
// @ts-expect-error TS2322 eventType: an event type that can be any text
new auth0.EventStream("wrong", { destination, subscriptions: [{ eventType: text }] });
// @ts-expect-error TS2345 awsAccountId: an account that is a number, which loses leading zeros
send({ type: "eventbridge", configuration: { awsAccountId: 7, awsRegion: "eu-west-1" } });
export const noText: auth0.BasicAuthorizationArgs = {
  method: "basic",
  username: "tenant",
  // @ts-expect-error TS2322 password: a password that may be undefined
  password: process.env.PASSWORD,
};

// Unknown properties.

// @ts-expect-error TS2561 consumer_selector: a wire name
new auth0.RateLimitPolicy("unknown", { ...policy, consumer_selector: "default" });
// @ts-expect-error TS2561 subscription: a misspelled name
new auth0.EventStream("unknown", { destination, subscription: [] });
// @ts-expect-error TS2353 createdAt: an output as an input
new auth0.EventStream("unknown", { destination, createdAt: "2026-01-02T03:04:05Z" });

// Arguments must be an object, not an Output or a Promise of one.

// @ts-expect-error TS2345 apply: a stream's arguments as an Output
new auth0.EventStream("whole", pulumi.output({ destination }));
// @ts-expect-error TS2345 destination: a stream's arguments as a Promise
new auth0.EventStream("whole", Promise.resolve({ destination }));
