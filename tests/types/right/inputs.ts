import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

// Programs that compile, each in an export: every value within the arguments may be plain, a Promise
// or an Output, as a whole or in parts. They are never run.

const config = new pulumi.Config();
const endpoint = config.requireSecret("endpoint");
const webhookEndpoint = "https://crm.example.com/hook";
const policy = {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "default",
} as const;

/** A kind of event that a release does not have yet. */
export const newKind: auth0.EventStreamArgs["subscriptions"] = [
  { eventType: "user.promoted" as auth0.EventKind },
];

/** Plain values, with every type of destination and every method. */
export const plainValues: auth0.EventStreamArgs["destination"][] = [
  { type: "action", configuration: { actionId: "a1b2" } },
  { type: "eventbridge", configuration: { awsAccountId: "242849305777", awsRegion: "eu-west-1" } },
  {
    type: "webhook",
    configuration: {
      webhookEndpoint,
      webhookAuthorization: { method: "basic", username: "tenant", password: "secret" },
    },
  },
  {
    type: "webhook",
    configuration: {
      webhookEndpoint,
      webhookAuthorization: { method: "bearer", token: config.require("token") },
    },
  },
  {
    type: "webhook",
    configuration: {
      webhookEndpoint,
      webhookAuthorization: { method: "custom_header", headerKey: "x-key", headerValue: "secret" },
    },
  },
];

/** Every action. */
export const actions: auth0.RateLimitPolicyArgs["configuration"][] = [
  { action: "allow" },
  { action: "block", limit: 0 },
  { action: "log", limit: config.requireNumber("limit") },
  { action: "redirect", limit: 10, redirectUri: "https://example.com/slow-down" },
];

/** Single properties: an interpolated Output, a secret, a Promise, `apply` and `all`. */
export const leaves = new auth0.EventStream("leaves", {
  name: endpoint.apply((url) => new URL(url).hostname),
  status: pulumi.output("disabled" as const),
  destination: {
    type: "webhook",
    configuration: {
      webhookEndpoint: pulumi.interpolate`https://${config.require("host")}/hook`,
      webhookAuthorization: {
        method: "basic",
        username: Promise.resolve("tenant"),
        password: pulumi
          .all([config.requireSecret("first"), config.requireSecret("second")])
          .apply(([first, second]) => first + second),
      },
    },
  },
});

/** The authorization as an Output, of one method or of another. */
export const authorizationOutput: auth0.WebhookConfigurationArgs = {
  webhookEndpoint: endpoint,
  webhookAuthorization: endpoint.apply((url) =>
    url.startsWith("https://old.")
      ? { method: "basic" as const, username: "tenant", password: "secret" }
      : { method: "bearer" as const, token: "secret" },
  ),
};

/** The configuration as a Promise, with an Output inside. */
export const configurationPromise = new auth0.EventStream("promise", {
  destination: {
    type: "webhook",
    configuration: Promise.resolve({
      webhookEndpoint,
      webhookAuthorization: {
        method: "bearer" as const,
        token: config.requireSecret("token"),
      },
    }),
  },
});

/** The destination as an Output, and as the Promise of an async function. */
export const destinationOutput = new auth0.EventStream("output", {
  destination: endpoint.apply((url) => ({
    type: "webhook" as const,
    configuration: {
      webhookEndpoint: url,
      webhookAuthorization: { method: "bearer" as const, token: "secret" },
    },
  })),
});
async function deployed(): Promise<auth0.ActionDestinationArgs> {
  return { type: "action", configuration: { actionId: await Promise.resolve("a1b2") } };
}
export const destinationPromise = new auth0.EventStream("async", { destination: deployed() });

/** All properties of a policy as Outputs or Promises. */
export const policyOutputs = new auth0.RateLimitPolicy("outputs", {
  resource: pulumi.output("oauth_authentication_api" as const),
  consumer: Promise.resolve("client" as const),
  consumerSelector: pulumi.interpolate`client_id:${config.require("client")}`,
  configuration: pulumi
    .output(Promise.resolve(100))
    .apply((limit) =>
      limit === 0 ? { action: "allow" as const } : { action: "block" as const, limit },
    ),
});

/** Credentials from a secret, from an object and from a file that is read asynchronously. */
export const credentials = [
  config.requireSecret("firebase"),
  pulumi.secret(JSON.stringify({ type: "service_account" })),
  pulumi.jsonStringify({ type: "service_account", private_key: config.requireSecret("key") }),
  import("node:fs/promises").then(({ readFile }) => readFile("firebase.json", "utf8")),
].map(
  (serverCredentials, at) => new auth0.GuardianFcmv1Provider(`push-${at}`, { serverCredentials }),
);

/** Subscriptions from literals, from a typed array, from an Output, and with Outputs as items. */
const kinds: auth0.EventKind[] = ["user.created", "user.deleted"];
export const subscriptions: auth0.EventStreamArgs["subscriptions"][] = [
  (["user.created", "user.deleted"] as const).map((eventType) => ({ eventType })),
  kinds.map((eventType) => ({ eventType })),
  pulumi.output(kinds).apply((all) => all.map((eventType) => ({ eventType }))),
  [{ eventType: "user.created" }, pulumi.output({ eventType: "user.deleted" as const })],
];

/** A policy for each of a list of clients. */
export const each = ["a1", "b2"].map(
  (client) =>
    new auth0.RateLimitPolicy(client, {
      ...policy,
      consumerSelector: `client_id:${client}`,
      configuration: { action: "log", limit: 100 },
    }),
);
