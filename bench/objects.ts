/** The objects of a measurement: half are streams to webhooks, half are policies. */
export type Objects = ReturnType<typeof objects>;

export function objects(count: number) {
  const numbers = Array.from({ length: count / 2 }, (_, index) => index + 1);
  const named = <Args>(kind: string, args: (number: number) => Args) =>
    Object.fromEntries(numbers.map((number) => [`${kind}-${number}`, args(number)]));
  return {
    EventStream: named("stream", (number) => ({
      name: `stream-${number}`,
      status: "enabled",
      subscriptions: [{ eventType: "user.created" }, { eventType: "user.deleted" }],
      destination: {
        type: "webhook",
        configuration: {
          webhookEndpoint: `https://hooks.example.com/auth0/${number}`,
          webhookAuthorization: { method: "bearer", token: `token-of-stream-${number}` },
        },
      },
    })),
    RateLimitPolicy: named("policy", (number) => ({
      resource: "oauth_authentication_api",
      consumer: "client",
      consumerSelector: `client_id:c${number}`,
      configuration: { action: "block", limit: 100 },
    })),
  };
}
