import { isObject } from "../shared/json";
import type { ResourceDefinition } from "./definition";

const lockout =
  "a policy for the default selector with a limit of 0 also blocks /oauth/token, " +
  "including for this provider's client. " +
  "Unless that client has its own policy (client_id:<client ID>), no later run gets an access token.";

/**
 * A rate-limit policy: at most one for each combination of resource, consumer and consumerSelector.
 * Its properties and their rules, such as the range of `limit`, are in schema.json.
 */
export const rateLimitPolicy: ResourceDefinition = {
  name: "RateLimitPolicy",
  noun: "rate-limit policy",
  idLength: { min: 1, max: 26 },
  nameProperty: "consumerSelector",
  naturalKey: ["resource", "consumer", "consumerSelector"],
  create: { route: "POST /rate-limit-policies", scopes: ["create:rate_limit_policies"] },
  read: { route: "GET /rate-limit-policies/{id}", scopes: ["read:rate_limit_policies"] },
  list: {
    route: "GET /rate-limit-policies",
    scopes: ["read:rate_limit_policies"],
    creationTime: "createdAt",
  },
  update: { route: "PATCH /rate-limit-policies/{id}", scopes: ["update:rate_limit_policies"] },
  delete: { route: "DELETE /rate-limit-policies/{id}", scopes: ["delete:rate_limit_policies"] },
  lostOnDelete: "its ID",
  withoutObject: "requests aren't limited",
  outputsOfEveryUpdate: ["updatedAt"],
  // Auth0's page "Custom Rate Limit Policies", 2026-08-04: `/oauth/token` is among the limited endpoints.
  riskOf: ({ consumerSelector, configuration }) => {
    if (consumerSelector !== "default" || !isObject(configuration)) return undefined;
    const { action, limit } = configuration;
    return limit === 0 && action !== "log" ? lockout : undefined;
  },
  official: {
    terraformType: "auth0_rate_limit_policy",
    pulumiType: "auth0:index/rateLimitPolicy:RateLimitPolicy",
  },
};
