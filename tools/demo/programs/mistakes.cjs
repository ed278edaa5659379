const { EventStream, RateLimitPolicy } = require("pulumi-auth0-native");

new EventStream("crm", {
  subscriptions: [{ eventType: "user.create" }],
  destination: {
    type: "webhook",
    configuration: {
      webhookEndpoint: "https://crm.example.com/hooks/auth0",
      webhookAuthorization: { method: "basic", username: "tenant" },
    },
  },
});

new RateLimitPolicy("partners", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "third_party_clients",
  configuration: { action: "block", limit: 10_001 },
});
