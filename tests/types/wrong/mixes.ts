import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

// Programs that do not compile, because they mix two branches of a union or hide which one it is.
// After `@ts-expect-error`: the compiler's code, the name that it mentions, and the mistake.

const webhookEndpoint = "https://crm.example.com/hook";
const text = pulumi.output("text");

function send(destination: auth0.EventStreamArgs["destination"]): auth0.EventStream {
  return new auth0.EventStream("stream", { destination });
}
function authorize(webhookAuthorization: auth0.WebhookConfigurationArgs["webhookAuthorization"]) {
  return send({ type: "webhook", configuration: { webhookEndpoint, webhookAuthorization } });
}
const basic = { method: "basic" as const, username: "tenant", password: "secret" };
const header = { method: "custom_header" as const, headerKey: "x-key", headerValue: "secret" };

// @ts-expect-error TS2345 token: basic with a bearer's token, in a literal
authorize({ method: "basic", username: "tenant", password: "secret", token: "secret" });
// @ts-expect-error TS2345 headerValue: basic with a header's key by a spread
authorize({ ...basic, headerKey: "x-key" });
const headerWithPassword = { ...header, password: "secret" };
// @ts-expect-error TS2345 username: a header with a password, in a Promise
authorize(Promise.resolve(headerWithPassword));
// @ts-expect-error TS2345 method: a header with a token, in an Output
authorize(pulumi.output({ ...header, token: "secret" }));
// @ts-expect-error TS2345 method: basic with a token, returned by `apply`
authorize(text.apply((token) => ({ ...basic, token })));

// @ts-expect-error TS2345 awsRegion: an action with a region, in a literal
send({ type: "action", configuration: { actionId: "a1b2", awsRegion: "eu-west-1" } });

// @ts-expect-error TS2345 method: a method that is an Output, and so can be any method
authorize({ method: pulumi.output("bearer" as const), token: "secret" });
// @ts-expect-error TS2322 type: a type of destination that is a Promise
send({ type: Promise.resolve("action" as const), configuration: { actionId: "a1b2" } });
// @ts-expect-error TS2345 type: a type of destination that `apply` widens to any text
send(text.apply((actionId) => ({ type: "action", configuration: { actionId } })));
// @ts-expect-error TS2345 method: a method that does not exist
authorize({ method: "digest", token: "secret" });
