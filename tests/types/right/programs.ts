import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

// Programs that compile, each in an export: typed values, options, outputs and functions. They are
// never run.

const config = new pulumi.Config();

/** Arguments from a typed function. */
function argumentsFor(team: string): auth0.EventStreamArgs {
  return { name: team, destination: { type: "action", configuration: { actionId: "a1b2" } } };
}
export const stream = new auth0.EventStream("crm", argumentsFor("crm"));

/** A typed value declared before the call, and resource options. */
const limit: auth0.BlockConfigurationArgs = { action: "block", limit: 100 };
export const policy = new auth0.RateLimitPolicy(
  "partners",
  {
    resource: "oauth_authentication_api",
    consumer: "client",
    consumerSelector: "third_party_clients",
    configuration: limit,
  },
  { deleteBeforeReplace: true, dependsOn: stream, protect: true, ignoreChanges: ["configuration"] },
);

/** An explicit `undefined`, also with `exactOptionalPropertyTypes`. */
export const undefinedValues = new auth0.EventStream("undefined", {
  name: undefined,
  subscriptions: undefined,
  status: process.env.PAUSED === undefined ? undefined : "disabled",
  destination: {
    type: "webhook",
    configuration: {
      webhookEndpoint: "https://crm.example.com/hook",
      webhookAuthorization: { method: "bearer", token: "secret", password: undefined },
    },
  },
});

/** Explicit providers: with settings, with a prefix, and without arguments. */
export const eu = new auth0.Provider("eu", {
  domain: config.require("domain"),
  clientId: Promise.resolve("id"),
  clientSecret: config.requireSecret("clientSecret"),
  clientAssertionSigningAlg: "PS256",
  audience: undefined,
});
export const environment = new auth0.Provider("environment", { environmentPrefix: "EU_" });
export const bare = new auth0.Provider("bare");

/** An existing stream, read with an explicit provider. */
export const existing = auth0.EventStream.get("existing", config.requireSecret("id"), {
  provider: eu,
});

/** Outputs of one stream as inputs of another. */
export const copy = new auth0.EventStream(
  "copy",
  {
    name: pulumi.interpolate`copy of ${existing.name}`,
    subscriptions: existing.subscriptions,
    destination: existing.destination,
    status: existing.status,
  },
  { provider: eu },
);

/** Outputs have the types of the properties; a union is narrowed by its discriminator. */
export const endpoint: pulumi.Output<string> = stream.destination.apply((destination) =>
  destination.type === "webhook" ? destination.configuration.webhookEndpoint : destination.type,
);
export const account: pulumi.Output<string | undefined> = stream.destination.apply(
  (destination) => {
    switch (destination.type) {
      case "eventbridge":
        return destination.configuration.awsAccountId;
      case "action":
        return destination.configuration.actionId;
      case "webhook": {
        const { webhookAuthorization } = destination.configuration;
        return "username" in webhookAuthorization ? webhookAuthorization.username : undefined;
      }
    }
  },
);
export const kindsOf: pulumi.Output<auth0.EventKind[]> = stream.subscriptions.apply((all = []) =>
  all.map(({ eventType }) => eventType),
);
export const source: pulumi.Output<string | undefined> = stream.awsPartnerEventSource;

/** Deliveries of a stream whose id may be unknown. */
export const failed: pulumi.Output<string[]> = auth0
  .getDeliveriesOutput(
    {
      eventStreamId: stream.id,
      statuses: ["failed", config.requireSecret("status")],
      eventTypes: [pulumi.output("user.created" as const)],
      dateFrom: new Date(0),
      dateTo: "2026-01-02T03:04:05Z",
      maxItems: config.getNumber("maxItems"),
    },
    { provider: eu },
  )
  .apply(({ deliveries, next }) => [...deliveries.map(({ id }) => id), ...(next ? [next] : [])]);

/** Deliveries as a Promise, and page by page. */
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

/** Objects of the tenant that the program does not manage. */
export const found: pulumi.Output<string | undefined> = auth0
  .getEventStreamOutput({ name: stream.name.apply((name = "crm") => name) }, { provider: eu })
  .apply(({ destination }) => {
    if (destination.type !== "webhook") return destination.configuration.toString();
    const { webhookAuthorization } = destination.configuration;
    return webhookAuthorization.method === "basic" ? webhookAuthorization.username : undefined;
  });
export async function lookUpAll(): Promise<string[]> {
  const { eventStreams } = await auth0.getEventStreams({ provider: eu });
  const { rateLimitPolicies } = await auth0.getRateLimitPolicies({ consumerSelector: "default" });
  const policy = await auth0.getRateLimitPolicy({ id: rateLimitPolicies[0]?.id });
  return [...eventStreams.map(({ status }) => status), policy.resource];
}

/** Hooks of a stream. */
export const hooked = new auth0.EventStream("hooked", argumentsFor("hooked"), {
  hooks: {
    afterCreate: [auth0.hooks.testDelivery({ eventType: "user.created", timeoutSeconds: 30 })],
    beforeDelete: [auth0.hooks.keepFailedDeliveries("keep")],
  },
});
