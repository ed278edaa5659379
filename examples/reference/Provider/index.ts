import * as auth0 from "pulumi-auth0-native";

// Reads EU_AUTH0_DOMAIN, EU_AUTH0_CLIENT_ID and EU_AUTH0_CLIENT_SECRET.
const eu = new auth0.Provider("eu", { environmentPrefix: "EU_" });

new auth0.RateLimitPolicy(
  "eu-default",
  {
    resource: "oauth_authentication_api",
    consumer: "client",
    consumerSelector: "default",
    configuration: { action: "log", limit: 1000 },
  },
  { provider: eu },
);
