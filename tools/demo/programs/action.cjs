const { EventStream, RateLimitPolicy } = require("pulumi-auth0-native");

new EventStream("audit", {
  name: "audit",
  subscriptions: [{ eventType: "user.deleted" }],
  destination: {
    type: "action",
    configuration: { actionId: "5f3c1a52-0000-4000-8000-000000000000" },
  },
});

new RateLimitPolicy("partners", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "third_party_clients",
  configuration: { action: "block", limit: 100 },
});
