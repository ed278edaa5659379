import type { StoredStream } from "./store";

const secrets = ["password", "token", "header_value"];

/** A stream as the service answers it: without secrets, and with what it alone knows. */
export function streamAnswer(stream: StoredStream): object {
  const { id, status, name, subscriptions, created_at, updated_at, destination, ...rest } = stream;
  const configuration = { ...destination.configuration };
  if (configuration.webhook_authorization) {
    const fields = Object.entries(configuration.webhook_authorization);
    configuration.webhook_authorization = Object.fromEntries(
      fields.filter(([field]) => !secrets.includes(field)),
    ) as typeof configuration.webhook_authorization;
  }
  if (destination.type === "eventbridge") {
    configuration.aws_partner_event_source = `aws.partner/auth0.com/${id}/auth0.events`;
  }
  // The order of the service's recorded answers.
  return {
    id,
    status,
    name,
    subscriptions,
    created_at,
    updated_at,
    destination: { type: destination.type, configuration },
    ...rest,
  };
}
