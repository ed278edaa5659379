import * as auth0 from "pulumi-auth0-native";

const policies = auth0.getRateLimitPoliciesOutput({ consumer: "client" });

export const clientPolicies = policies.rateLimitPolicies;
