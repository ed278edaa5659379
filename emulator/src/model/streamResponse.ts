import type { StoredDestination, StoredStream, WebhookAuthorization } from "./store";

const secretFields = ["password", "token", "header_value"];

/** A stream as in the service's responses: without secrets, and with the fields that it adds. */
export function streamResponse(stream: StoredStream): object {
  const { id, status, name, subscriptions, created_at, updated_at, destination, ...rest } = stream;
  // In the order of the service's recorded responses.
  return {
    id,
    status,
    name,
    subscriptions,
    created_at,
    updated_at,
    destination: { type: destination.type, configuration: configurationOf(id, destination) },
    ...rest,
  };
}

function configurationOf(
  streamId: string,
  { type, configuration }: StoredDestination,
): StoredDestination["configuration"] {
  const { webhook_authorization } = configuration;
  return {
    ...configuration,
    ...(webhook_authorization && {
      webhook_authorization: withoutSecrets(webhook_authorization),
    }),
    ...(type === "eventbridge" && {
      aws_partner_event_source: `aws.partner/auth0.com/${streamId}/auth0.events`,
    }),
  };
}

function withoutSecrets(authorization: WebhookAuthorization): WebhookAuthorization {
  const fields = Object.entries(authorization).filter(([field]) => !secretFields.includes(field));
  return Object.fromEntries(fields) as WebhookAuthorization;
}
