import { Config } from "@pulumi/pulumi/config.js";
import * as auth0 from "pulumi-auth0-native";

const config = new Config();

// Your CRM receives an event for every new, changed, and deleted user.
// Deleting a stream also deletes its undelivered events. In production, add `{ protect: true }` as a third argument.
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

// The limit is 100 requests per second for all third-party clients together.
// `log` only reports requests above the limit. `block` rejects them.
const policy = new auth0.RateLimitPolicy("partners", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "third_party_clients",
  configuration: { action: "log", limit: 100 },
});

// Push notifications are commented out, because they would replace the tenant's Firebase credentials.
// new auth0.GuardianFcmv1Provider("push", {
//   serverCredentials: config.requireSecret("firebaseCredentials"),
// });

export const streamId = stream.id;
export const policyId = policy.id;
