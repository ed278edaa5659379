import * as auth0 from "pulumi-auth0-native";

const shop = auth0.getRateLimitPolicyOutput({
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "client_id:shop",
});

export const policyId = shop.id;
