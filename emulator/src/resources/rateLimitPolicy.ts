import { microseconds } from "../model/clock";
import contract from "../published/rate-limit-policies.json";
import type { Collection } from "../resource";

export const rateLimitPolicy: Collection = {
  name: "rate-limit-policies",
  contract,
  differences: [
    {
      reason: "the API's reference has these selectors",
      schemas: {
        CreateRateLimitPolicyRequestContent: {
          properties: {
            consumer_selector: {
              pattern: "^(client_id:.+|cimd_clients|third_party_clients|default)$",
            },
          },
        },
      },
    },
  ],
  formats: { "rate-limit-policy-id": /^rlp_[0-9A-Za-z]{21,22}$/ },
  // Recorded ids have 25 characters, and the API's reference allows 26.
  id: { prefix: "rlp", lengths: [21, 22] },
  date: microseconds,
  unique: {
    properties: ["resource", "consumer", "consumer_selector"],
    message:
      "A rate limit policy with the same resource, consumer, and consumer_selector already exists.",
  },
  missing: {
    message: "The rate limit policy does not exist.",
    errorCode: "inexistent_rate_limit_policy",
  },
};
