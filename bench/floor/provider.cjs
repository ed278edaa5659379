// This provider does the least that a provider can do. It returns the inputs as outputs, checks nothing, and
// sends no request. Its outputs are as large as those of pulumi-auth0-native, so that the state is, too.
const { randomUUID } = require("node:crypto");

const date = "2026-01-01T00:00:00.000Z";
const added = { createdAt: date, updatedAt: date, tenant: "127.0.0.1:65535" };

const provider = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({
    id: randomUUID().replaceAll("-", "").slice(0, 26),
    outs: { ...inputs, ...added },
  }),
  read: async (id, { createdAt: _, updatedAt: __, tenant: ___, ...inputs }) => ({
    id,
    props: { ...inputs, ...added },
    inputs,
  }),
  update: async (_id, _olds, news) => ({ outs: { ...news, ...added } }),
  delete: async () => undefined,
};

exports.eventStream = provider;
exports.rateLimitPolicy = provider;
