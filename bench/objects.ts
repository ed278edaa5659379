/**
 * The objects of a measurement. Half are streams to webhooks, half are policies. The official provider has
 * different names for some properties.
 */
export function objects(count: number, official = false) {
  const numbers = Array.from({ length: count / 2 }, (_, index) => index + 1);
  const named = <Args>(kind: string, args: (number: number) => Args) =>
    Object.fromEntries(numbers.map((number) => [`${kind}-${number}`, args(number)]));
  const eventTypes = ["user.created", "user.deleted"];
  const webhook = (number: number) => ({
    webhookEndpoint: `https://hooks.example.com/auth0/${number}`,
    webhookAuthorization: { method: "bearer", token: `token-of-stream-${number}` },
  });
  const ours = (number: number) => ({
    subscriptions: eventTypes.map((eventType) => ({ eventType })),
    destination: { type: "webhook", configuration: webhook(number) },
  });
  const theirs = (number: number) => ({
    subscriptions: eventTypes,
    destinationType: "webhook",
    webhookConfiguration: webhook(number),
  });
  return {
    EventStream: named("stream", (number) => ({
      name: `stream-${number}`,
      status: "enabled",
      ...(official ? theirs(number) : ours(number)),
    })),
    RateLimitPolicy: named("policy", (number) => ({
      resource: "oauth_authentication_api",
      consumer: "client",
      consumerSelector: `client_id:c${number}`,
      configuration: { action: "block", limit: 100 },
    })),
  };
}
