import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

// Programs that do not compile: wrong uses of resources, providers and functions. After
// `@ts-expect-error`: the compiler's code, the name that it mentions, and the mistake.

const eventStreamId = "est_0123456789012345678901";
const stream = auth0.EventStream.get("stream", eventStreamId);
const policy = auth0.RateLimitPolicy.get("policy", "rlp_0123456789012345678901");

// @ts-expect-error TS2540 name: an assignment to an output
stream.name = pulumi.output("crm");
// @ts-expect-error TS2339 webhookEndpoint: read before the type is checked
stream.destination.apply(({ configuration }) => configuration.webhookEndpoint);
// @ts-expect-error TS2551 consumer_selector: an output by its wire name
policy.consumer_selector.apply(String);
// @ts-expect-error TS2322 destination: an Output instead of its value
export const destination: auth0.WebhookDestination = stream.destination;
// @ts-expect-error TS2769 source: an optional output used as if it were required
stream.awsPartnerEventSource.apply((source: string) => source);
// @ts-expect-error TS2339 get: credentials are read, which the service never returns
auth0.GuardianFcmv1Provider.get("existing", "fcmv1");

// @ts-expect-error TS2561 clientid: a misspelled setting
new auth0.Provider("eu", { clientid: "id" });
// @ts-expect-error TS2820 clientAssertionSigningAlg: an algorithm that the service does not support
new auth0.Provider("eu", { clientAssertionSigningAlg: "HS256" });
// @ts-expect-error TS2741 configuration: a resource instead of a provider
auth0.getDeliveries({ eventStreamId }, { provider: stream });

// @ts-expect-error TS2322 eventStreamId: an Output instead of a plain value
auth0.getDeliveries({ eventStreamId: stream.id });
// @ts-expect-error TS2820 "user.renamed": deliveries of a kind of event that does not exist
auth0.getDeliveries({ eventStreamId, eventTypes: ["user.renamed"] });
// @ts-expect-error TS2339 total: a property that the result does not have
auth0.getDeliveriesOutput({ eventStreamId }).apply(({ total }) => total);
// @ts-expect-error TS2488 [Symbol.iterator](): pages in a loop without `await`
for (const page of auth0.deliveryPages({ eventStreamId })) String(page);

// @ts-expect-error TS2322 name: a lookup by an Output instead of a plain value
auth0.getEventStream({ name: stream.name });
// @ts-expect-error TS2339 token: a secret, which no lookup returns
auth0.getEventStreamOutput({ name: "crm" }).apply(({ token }) => token);

// @ts-expect-error TS2345 eventType: a hook without a kind of test event
auth0.hooks.testDelivery({});
