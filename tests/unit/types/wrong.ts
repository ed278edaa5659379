import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "../../../sdk";

// Programs that do not compile. After `@ts-expect-error` stand what is wrong and, in backticks, a
// word that the compiler's message holds. They are compiled and never run.

const webhookEndpoint = "https://crm.example.com/hook";
const action = { type: "action", configuration: { actionId: "a1b2" } } as const;
const stream = new auth0.EventStream("right", { destination: action });
const policy = {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "default",
} as const;
const text: pulumi.Output<string> = pulumi.output("text");

export const authorizations: auth0.WebhookConfigurationArgs[] = [
  // @ts-expect-error basic authentication without its `password`
  { webhookEndpoint, webhookAuthorization: { method: "basic", username: "tenant" } },
  // @ts-expect-error basic authentication with a bearer's `token`
  { webhookEndpoint, webhookAuthorization: { method: "basic", username: "t", token: "secret" } },
  // prettier-ignore
  {
    webhookEndpoint,
    // @ts-expect-error a complete credential with another's `token` beside it
    webhookAuthorization: { method: "basic", username: "t", password: "p", token: "secret" },
  },
  // @ts-expect-error a `method` that does not exist
  { webhookEndpoint, webhookAuthorization: { method: "digest", token: "secret" } },
  // @ts-expect-error a `method` that is an Output
  {
    webhookEndpoint,
    webhookAuthorization: { method: pulumi.output("bearer" as const), token: "" },
  },
  // @ts-expect-error a destination without `webhookAuthorization`
  { webhookEndpoint },
];
