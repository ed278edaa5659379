import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

const config = new pulumi.Config();

new auth0.EventStream("crm", {
  name: "crm",
  subscriptions: [{ eventType: "user.created" }, { eventType: "user.deleted" }],
  destination: {
    type: "webhook",
    configuration: {
      webhookEndpoint: "https://crm.example.com/hooks/auth0",
      webhookAuthorization: { method: "bearer", token: config.requireSecret("hookToken") },
    },
  },
});
