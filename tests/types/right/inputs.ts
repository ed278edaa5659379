import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

// Programs that compile, each in an export: every value within the arguments may be plain, a Promise
// or an Output, as a whole or in parts. They are never run.

const config = new pulumi.Config();
const endpoint = config.requireSecret("endpoint");

/** A kind of event that a release does not have yet. */
export const newKind: auth0.EventStreamArgs["subscriptions"] = [
  { eventType: "user.promoted" as auth0.EventKind },
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

/** Credentials from a secret, from an object and from a file that is read asynchronously. */
export const credentials = [
  config.requireSecret("firebase"),
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
