import { Config } from "@pulumi/pulumi/config.js";
import * as auth0 from "pulumi-auth0-native";

const config = new Config();

// Your CRM receives an event for every new, changed and deleted user.
const stream = new auth0.EventStream("crm", {
  name: "crm",
  subscriptions: [
    { eventType: "user.created" },
    { eventType: "user.updated" },
    { eventType: "user.deleted" },
  ],
  destination: {
    type: "webhook",
    configuration: {
      webhookEndpoint: "https://crm.example.com/hooks/auth0",
      webhookAuthorization: { method: "bearer", token: config.requireSecret("hookToken") },
    },
  },
});

// Third-party clients share 100 requests. To try out a limit safely, use `log` instead of `block`.
const policy = new auth0.RateLimitPolicy("partners", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "third_party_clients",
  configuration: { action: "block", limit: 100 },
});

// Push notifications for multi-factor authentication, sent by Firebase.
new auth0.GuardianFcmv1Provider("push", {
  serverCredentials: config.requireSecret("firebaseCredentials"),
});

// The deliveries that have failed so far. This also runs in previews.
const failed = auth0.getDeliveriesOutput({
  eventStreamId: stream.id,
  statuses: ["failed"],
  maxItems: 200,
});

export const streamId = stream.id;
export const policyId = policy.id;
export const failedDeliveries = failed.apply(({ deliveries }) =>
  deliveries.map(
    ({ id, eventType, attempts }) => `${id} ${eventType} ${attempts.length} attempt(s)`,
  ),
);
