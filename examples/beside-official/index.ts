import * as official from "@pulumi/auth0";
import { Config, interpolate } from "@pulumi/pulumi";
import * as native from "pulumi-auth0-native";

const config = new Config();

// An Action that receives the events of a stream.
const action = new official.Action("sync-users", {
  name: "sync-users",
  supportedTriggers: { id: "event-stream", version: "v1" },
  runtime: "node22",
  code: "exports.onExecuteEventStream = async (event) => console.log(event.message.type);",
  deploy: true,
});
new native.EventStream("users", {
  name: "users",
  subscriptions: [{ eventType: "user.created" }],
  destination: { type: "action", configuration: { actionId: action.id } },
});

// A policy for the requests of one client.
const client = new official.Client("shop", { name: "shop", appType: "non_interactive" });
new native.RateLimitPolicy("shop", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: interpolate`client_id:${client.clientId}`,
  configuration: { action: "log", limit: 20 },
});

// Push notifications by your own Firebase project: first the credentials, then the switch.
const credentials = new native.GuardianFcmv1Provider("push", {
  serverCredentials: config.requireSecret("firebase"),
});
new official.Guardian(
  "mfa",
  { policy: "all-applications", push: { enabled: true, provider: "direct" } },
  { dependsOn: credentials },
);
