import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

// Programs that do not compile: wrong uses of what a resource, a provider or a function gives. After
// `@ts-expect-error`: the compiler's code, the property that it names, and what is wrong.

const eventStreamId = "est_0123456789012345678901";
const stream = auth0.EventStream.get("stream", eventStreamId);
const policy = auth0.RateLimitPolicy.get("policy", "rlp_0123456789012345678901");

// @ts-expect-error TS2540 name: an output that is assigned
stream.name = pulumi.output("crm");
// @ts-expect-error TS2339 webhookEndpoint: read before the type is asked
stream.destination.apply(({ configuration }) => configuration.webhookEndpoint);
// @ts-expect-error TS2339 limit: read where the action has none
policy.configuration.apply((it) => (it.action === "allow" ? it.limit : 0));
// @ts-expect-error TS2551 consumer_selector: an output by its name of the wire
policy.consumer_selector.apply(String);
// @ts-expect-error TS2322 destination: an Output in the place of its value
export const destination: auth0.WebhookDestination = stream.destination;
// @ts-expect-error TS2769 source: what only EventBridge has, as if it were always there
stream.awsPartnerEventSource.apply((source: string) => source);
// @ts-expect-error TS2339 get: credentials are read, which the service never answers
auth0.GuardianFcmv1Provider.get("existing", "fcmv1");
// @ts-expect-error TS2345 42: one that exists by a number
auth0.EventStream.get("existing", 42);

// @ts-expect-error TS2561 clientid: a setting that is almost right
new auth0.Provider("eu", { clientid: "id" });
// @ts-expect-error TS2353 tenant: a setting that does not exist
new auth0.Provider("eu", { tenant: "example.eu.auth0.com" });
// @ts-expect-error TS2820 clientAssertionSigningAlg: an algorithm that the service does not take
new auth0.Provider("eu", { clientAssertionSigningAlg: "HS256" });
// @ts-expect-error TS2741 configuration: another resource in a provider's place
auth0.getDeliveries({ eventStreamId }, { provider: stream });

// @ts-expect-error TS2322 eventStreamId: an Output where a plain value is asked for
auth0.getDeliveries({ eventStreamId: stream.id });
// @ts-expect-error TS2322 statuses: one status in the place of several
auth0.getDeliveries({ eventStreamId, statuses: "failed" });
// @ts-expect-error TS2820 "user.renamed": deliveries of a kind of event that does not exist
auth0.getDeliveries({ eventStreamId, eventTypes: ["user.renamed"] });
// @ts-expect-error TS2322 dateFrom: a time in milliseconds
auth0.getDeliveries({ eventStreamId, dateFrom: Date.now() });
// @ts-expect-error TS2345 eventStreamId: deliveries of no stream
auth0.getDeliveriesOutput({ statuses: ["failed"] });
// @ts-expect-error TS2345 apply: a function's arguments as an Output
auth0.getDeliveriesOutput(pulumi.output({ eventStreamId }));
// @ts-expect-error TS2339 total: what a result lacks
auth0.getDeliveriesOutput({ eventStreamId }).apply(({ total }) => total);
// @ts-expect-error TS2551 event_type: a delivery's property by its name of the wire
auth0.getDeliveries({ eventStreamId }).then(({ deliveries }) => deliveries[0]?.event_type);
// @ts-expect-error TS2488 [Symbol.iterator](): pages that are not waited for
for (const page of auth0.deliveryPages({ eventStreamId })) String(page);
