import type { Props } from "../../../provider/shared/json";
import type { RateLimitPolicyArgs } from "../../../sdk";
import { jsonCopy } from "./inputs";
import { newerValue, type ResourceValues, type WrongInput } from "./resourceValues";

export const policyFor = (
  consumerSelector: string,
  configuration: RateLimitPolicyArgs["configuration"],
): RateLimitPolicyArgs => ({
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector,
  configuration,
});

/** One policy for each action, by logical name. */
export const policies: Record<string, RateLimitPolicyArgs> = {
  block: policyFor("third_party_clients", { action: "block", limit: 100 }),
  allow: policyFor("default", { action: "allow" }),
  log: policyFor("cimd_clients", { action: "log", limit: 0 }),
  redirect: policyFor("client_id:abc", {
    action: "redirect",
    limit: 10_000,
    redirectUri: "https://example.com/slow-down",
  }),
};

/** A policy that blocks over a limit, as the engine passes it. */
export const policy = (changes: object = {}): Props => jsonCopy({ ...policies.block, ...changes });
/** A policy with another configuration. */
export const configured = (configuration: unknown): Props => policy({ configuration });

const redirect = (redirectUri: unknown) =>
  configured({ action: "redirect", limit: 1, redirectUri });
const selector = (consumerSelector: unknown) => policy({ consumerSelector });

const url = "must be an https:// URL";
const selectors =
  "consumerSelector must be client_id:<client ID>, client_id:<CIMD URI>, cimd_clients, third_party_clients, or default";

const wrong: WrongInput[] = [
  [
    "nothing",
    {},
    "resource is required",
    "consumer is required",
    "consumerSelector is required",
    "configuration is required",
  ],
  [
    "another resource",
    policy({ resource: "management_api" }),
    `resource must be oauth_authentication_api${newerValue}`,
  ],
  [
    "a selector in camel case",
    selector("thirdPartyClients"),
    `${selectors}. Did you mean third_party_clients?`,
  ],
  ["a bare client id", selector("tN5GcVwJ0zqLr"), selectors],
  ["a client without an id", selector("client_id:"), selectors],
  ["a client that is a placeholder", selector("client_id:<client_id>"), selectors],
  [
    "allow with a limit",
    configured({ action: "allow", limit: 1 }),
    "configuration.limit is not allowed with action allow. It belongs to action block, log, or redirect.",
  ],
  [
    "a limit below 0",
    configured({ action: "block", limit: -1 }),
    "configuration.limit must be from 0 to 10,000, not -1",
  ],
  [
    "a limit that is a fraction",
    configured({ action: "block", limit: 0.5 }),
    "configuration.limit must be a whole number, not 0.5",
  ],
  ["an address without TLS", redirect("http://a"), `configuration.redirectUri ${url}`],
  ["an address that is no URL", redirect("https://[oops"), `configuration.redirectUri ${url}`],
];

const unique = (which: number | string) => ({ consumerSelector: `client_id:${which}` });

export const values: ResourceValues = {
  valid: policies,
  changed: configured({ action: "log", limit: 7 }),
  replaced: policy(unique("replaced")),
  wrong,
  canaries: {},
  idPrefix: "rlp_",
  unique,
};
