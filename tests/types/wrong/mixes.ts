import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

// Programs that do not compile, because they mix two branches of a union or hide which one it is.
// After `@ts-expect-error`: the compiler's code, the name that it mentions, and the mistake.

const webhookEndpoint = "https://crm.example.com/hook";
const text = pulumi.output("text");
const policy = { resource: "oauth_authentication_api", consumer: "client" } as const;

function send(destination: auth0.EventStreamArgs["destination"]): auth0.EventStream {
  return new auth0.EventStream("stream", { destination });
}
function authorize(webhookAuthorization: auth0.WebhookConfigurationArgs["webhookAuthorization"]) {
  return send({ type: "webhook", configuration: { webhookEndpoint, webhookAuthorization } });
}
function limit(configuration: auth0.RateLimitPolicyArgs["configuration"]): auth0.RateLimitPolicy {
  return new auth0.RateLimitPolicy("policy", {
    ...policy,
    consumerSelector: "default",
    configuration,
  });
}

const basic = { method: "basic" as const, username: "tenant", password: "secret" };
const bearer = { method: "bearer" as const, token: "secret" };
const header = { method: "custom_header" as const, headerKey: "x-key", headerValue: "secret" };

// @ts-expect-error TS2345 token: basic with a bearer's token, in a literal
authorize({ method: "basic", username: "tenant", password: "secret", token: "secret" });
// @ts-expect-error TS2345 headerValue: basic with a header's key by a spread
authorize({ ...basic, headerKey: "x-key" });
const bearerWithUser = { ...bearer, username: "tenant" };
// @ts-expect-error TS2345 password: a bearer with a user name, in a variable
authorize(bearerWithUser);
const headerWithPassword = { ...header, password: "secret" };
// @ts-expect-error TS2345 username: a header with a password, in a Promise
authorize(Promise.resolve(headerWithPassword));
// @ts-expect-error TS2345 method: a header with a token, in an Output
authorize(pulumi.output({ ...header, token: "secret" }));
// @ts-expect-error TS2345 method: basic with a token, returned by `apply`
authorize(text.apply((token) => ({ ...basic, token })));

const bridge = { awsAccountId: "242849305777", awsRegion: "eu-west-1" as const };
// @ts-expect-error TS2345 awsRegion: an action with a region, in a literal
send({ type: "action", configuration: { actionId: "a1b2", awsRegion: "eu-west-1" } });
const actionAndBridge = { actionId: "a1b2", ...bridge };
// @ts-expect-error TS2345 actionId: EventBridge with an action's id, in an Output
send({ type: "eventbridge", configuration: pulumi.output(actionAndBridge) });
const bridgeAndWebhook = { ...bridge, webhookEndpoint };
// @ts-expect-error TS2345 webhookEndpoint: EventBridge with an address, all of it in an Output
send(pulumi.output({ type: "eventbridge" as const, configuration: bridgeAndWebhook }));

// @ts-expect-error TS2345 limit: allow with a limit, in a literal
limit({ action: "allow", limit: 100 });
const blockWithAddress = { action: "block" as const, limit: 1, redirectUri: "https://example.com" };
// @ts-expect-error TS2345 action: log with an address, in an Output
limit(pulumi.output({ ...blockWithAddress, action: "log" as const }));

// @ts-expect-error TS2345 method: a method that is an Output, and so can be any method
authorize({ method: pulumi.output("bearer" as const), token: "secret" });
// @ts-expect-error TS2322 type: a type of destination that is a Promise
send({ type: Promise.resolve("action" as const), configuration: { actionId: "a1b2" } });
const widened = { action: "block", limit: 100 };
// @ts-expect-error TS2345 redirectUri: an action that the variable widens to any text
limit(widened);
// @ts-expect-error TS2345 type: a type of destination that `apply` widens to any text
send(text.apply((actionId) => ({ type: "action", configuration: { actionId } })));
// @ts-expect-error TS2345 method: a method that does not exist
authorize({ method: "digest", token: "secret" });
