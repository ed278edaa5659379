import type {
  ActionDestinationArgs,
  EventbridgeDestinationArgs,
  EventStreamArgs,
  RateLimitPolicyArgs,
  WebhookDestinationArgs,
} from "../../../sdk";

/** The JSON of a service account with this private key. */
export const serviceAccount = (private_key: string, changes: object = {}): string =>
  JSON.stringify({
    type: "service_account",
    project_id: "crm",
    private_key,
    client_email: "push@crm.example.com",
    ...changes,
  });

/** Secrets that must not appear in any plan, state, log or message. */
export const canaries = {
  password: "canary-password-1f6e",
  token: "canary-token-8a21",
  headerValue: "canary-header-77d0",
  serverCredentials: serviceAccount("canary-firebase-c3b9"),
};

type Authorization = Extract<
  Exclude<WebhookDestinationArgs["configuration"], PromiseLike<unknown>>,
  { webhookAuthorization: unknown }
>["webhookAuthorization"];

export const authorizations = {
  basic: { method: "basic", username: "tenant", password: canaries.password },
  bearer: { method: "bearer", token: canaries.token },
  custom_header: {
    method: "custom_header",
    headerKey: "X-Hook-Key",
    headerValue: canaries.headerValue,
  },
} satisfies Record<string, Authorization>;

export const webhook = (
  webhookAuthorization: Authorization,
  webhookEndpoint = "https://hooks.example.com/auth0",
): WebhookDestinationArgs => ({
  type: "webhook",
  configuration: { webhookEndpoint, webhookAuthorization },
});

export const eventbridge = (
  awsAccountId = "123456789012",
  awsRegion: "eu-central-1" | "us-east-1" = "eu-central-1",
): EventbridgeDestinationArgs => ({
  type: "eventbridge",
  configuration: { awsAccountId, awsRegion },
});

export const action = (actionId = "9f1c7a52-action"): ActionDestinationArgs => ({
  type: "action",
  configuration: { actionId },
});

export const subscriptions: EventStreamArgs["subscriptions"] = [
  { eventType: "user.created" },
  { eventType: "user.deleted" },
];

/** One stream for each destination type and method, by logical name. */
export const streams: Record<string, EventStreamArgs> = {
  basic: { name: "basic", subscriptions, destination: webhook(authorizations.basic) },
  bearer: { name: "bearer", subscriptions, destination: webhook(authorizations.bearer) },
  custom: { name: "custom", subscriptions, destination: webhook(authorizations.custom_header) },
  bridge: { name: "bridge", subscriptions, destination: eventbridge() },
  action: { name: "action", subscriptions, destination: action() },
};

export const policy = (
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
  allow: policy("default", { action: "allow" }),
  block: policy("third_party_clients", { action: "block", limit: 100 }),
  log: policy("cimd_clients", { action: "log", limit: 0 }),
  redirect: policy("client_id:abc", {
    action: "redirect",
    limit: 10_000,
    redirectUri: "https://example.com/slow-down",
  }),
};
