// The least that a provider can do: what the program says is granted at once, nothing is checked,
// and no request is sent. It answers as much as pulumi-auth0-native does, so that state and wire
// are as large.
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
