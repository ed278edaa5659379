const { EventStream, GuardianFcmv1Provider, RateLimitPolicy } = require("pulumi-auth0-native");

for (const name of ["crm", "audit", "billing", "warehouse", "support", "signups"]) {
  new EventStream(name, {
    name,
    subscriptions: [{ eventType: "user.created" }, { eventType: "user.deleted" }],
    destination: {
      type: "webhook",
      configuration: {
        webhookEndpoint: `https://${name}.example.com/hooks/auth0`,
        webhookAuthorization: { method: "basic", username: "tenant", password: "made-up" },
      },
    },
  });
}

const policies = { partners: "third_party_clients", everybody: "default" };
for (const [name, consumerSelector] of Object.entries(policies)) {
  new RateLimitPolicy(name, {
    resource: "oauth_authentication_api",
    consumer: "client",
    consumerSelector,
    configuration: { action: "block", limit: 100 },
  });
}

new GuardianFcmv1Provider("push", {
  serverCredentials: JSON.stringify({
    type: "service_account",
    project_id: "made-up",
    private_key: "made-up",
    client_email: "push@made-up.example.com",
  }),
});
