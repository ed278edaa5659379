import * as auth0 from "pulumi-auth0-native";

// Third-party clients share 100 requests per second.
new auth0.RateLimitPolicy("partners", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "third_party_clients",
  configuration: { action: "block", limit: 100 },
});
