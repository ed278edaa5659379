import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "../../../sdk";

// Programs that compile. They are compiled and never run.

const config = new pulumi.Config();

/** Every way to name a destination and to authenticate. */
export const destinations: auth0.EventStreamArgs[] = [
  {
    destination: {
      type: "webhook",
      configuration: {
        webhookEndpoint: "https://crm.example.com/hook",
        webhookAuthorization: { method: "basic", username: "tenant", password: "secret" },
      },
    },
  },
  {
    destination: {
      type: "webhook",
      configuration: {
        webhookEndpoint: pulumi.interpolate`https://${config.require("host")}/hook`,
        webhookAuthorization: { method: "bearer", token: config.requireSecret("token") },
      },
    },
  },
  {
    destination: {
      type: "webhook",
      configuration: {
        webhookEndpoint: Promise.resolve("https://crm.example.com/hook"),
        webhookAuthorization: {
          method: "custom_header",
          headerKey: "x-key",
          headerValue: config.requireSecret("key"),
        },
      },
    },
  },
  {
    destination: {
      type: "eventbridge",
      configuration: { awsAccountId: "242849305777", awsRegion: "eu-central-1" },
    },
  },
  { destination: { type: "action", configuration: { actionId: config.require("action") } } },
];

/** Every action of a policy. */
export const configurations: auth0.RateLimitPolicyArgs["configuration"][] = [
  { action: "allow" },
  { action: "block", limit: 0 },
  { action: "log", limit: config.requireNumber("limit") },
  { action: "redirect", limit: 10, redirectUri: "https://example.com/slow-down" },
];

/** What stands below `destination` may be an Output as a whole. */
const endpoint = config.requireSecret("endpoint");
export const stream = new auth0.EventStream("outputs", {
  name: endpoint.apply((url) => new URL(url).hostname),
  subscriptions: ["user.created" as const, "user.deleted" as const].map((eventType) => ({
    eventType,
  })),
  status: pulumi.output("disabled" as const),
  destination: endpoint.apply((webhookEndpoint) => ({
    type: "webhook" as const,
    configuration: {
      webhookEndpoint,
      webhookAuthorization: { method: "bearer" as const, token: "secret" },
    },
  })),
});

/** `undefined` says the same as nothing, also where the two are told apart. */
export const undefinedStatus = new auth0.EventStream("undefined", {
  name: undefined,
  status: process.env.PAUSED === undefined ? undefined : "disabled",
  destination: { type: "action", configuration: { actionId: "a1b2" } },
});

export const existing = auth0.EventStream.get("existing", "est_0123456789012345678901");

/** A typed value lives outside of the call. */
const limit: auth0.BlockConfigurationArgs = { action: "block", limit: 100 };
export const policy = new auth0.RateLimitPolicy(
  "partners",
  {
    resource: "oauth_authentication_api",
    consumer: "client",
    consumerSelector: pulumi.interpolate`client_id:${config.require("client")}`,
    configuration: limit,
  },
  { deleteBeforeReplace: true, dependsOn: stream, protect: true },
);

/** One tenant, explicitly. */
const eu = new auth0.Provider("eu", {
  domain: "example.eu.auth0.com",
  clientId: "id",
  clientSecret: config.requireSecret("clientSecret"),
  clientAssertionSigningAlg: "PS256",
});
export const others = [
  new auth0.Provider("environment", { environmentPrefix: "EU_" }),
  new auth0.Provider("bare"),
];
export const push = new auth0.GuardianFcmv1Provider(
  "push",
  { serverCredentials: pulumi.secret(JSON.stringify({ type: "service_account" })) },
  { provider: eu },
);

/** Outputs are read by their own types, unions by their tags. */
export const source: pulumi.Output<string | undefined> = stream.awsPartnerEventSource;
export const limitOf: pulumi.Output<number> = policy.configuration.apply((configuration) =>
  configuration.action === "allow" ? 0 : configuration.limit,
);
export const kinds: pulumi.Output<auth0.EventKind[]> = stream.subscriptions.apply((all = []) =>
  all.map(({ eventType }) => eventType),
);
export const times: pulumi.Output<string>[] = [stream.createdAt, stream.updatedAt, stream.tenant];

/** Deliveries: as Outputs, as a Promise, and page by page. */
export const failed: pulumi.Output<string[]> = auth0
  .getDeliveriesOutput(
    {
      eventStreamId: stream.id,
      statuses: ["failed", config.require("status")],
      eventTypes: [pulumi.output("user.created" as const)],
      dateFrom: new Date(0),
      dateTo: "2026-01-02T03:04:05Z",
      maxItems: config.getNumber("maxItems"),
    },
    { provider: eu },
  )
  .apply(({ deliveries, next }) => [...deliveries.map(({ id }) => id), ...(next ? [next] : [])]);
export async function script(eventStreamId: string): Promise<unknown[]> {
  const { deliveries } = await auth0.getDeliveries({
    eventStreamId,
    includeEvent: true,
    take: 100,
  });
  const events = deliveries.map(({ event }) => event?.data);
  for await (const page of auth0.deliveryPages({ eventStreamId })) {
    events.push(...page.deliveries.map(({ attempts }) => attempts[0]?.errorMessage));
  }
  return events;
}
