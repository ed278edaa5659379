// These classes have the names of pulumi-auth0-native, but check nothing.
const pulumi = require("@pulumi/pulumi");

const outputs = { createdAt: undefined, updatedAt: undefined, tenant: undefined };

class EventStream extends pulumi.CustomResource {
  constructor(name, { destination, ...args }) {
    const { webhookAuthorization, ...configuration } = destination.configuration;
    const { token, ...authorization } = webhookAuthorization;
    super("pulumi-nodejs:dynamic/auth0-floor:EventStream", name, {
      ...outputs,
      ...args,
      destination: {
        ...destination,
        configuration: {
          ...configuration,
          webhookAuthorization: { ...authorization, token: pulumi.secret(token) },
        },
      },
      __provider: 'exports.handler = () => require("./floor/provider.cjs").eventStream;',
    });
  }
}

class RateLimitPolicy extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/auth0-floor:RateLimitPolicy", name, {
      ...outputs,
      ...args,
      __provider: 'exports.handler = () => require("./floor/provider.cjs").rateLimitPolicy;',
    });
  }
}

module.exports = { EventStream, RateLimitPolicy };
