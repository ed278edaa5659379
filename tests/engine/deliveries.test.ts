import { beforeAll, expect, test } from "@jest/globals";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import {
  EventStream,
  getDeliveries,
  getDeliveriesOutput,
  getEventStream,
  getEventStreamOutput,
  getEventStreams,
  Provider,
} from "../../sdk";
import type { TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { authorizations, webhook } from "../support/values/eventStream";

const engine = withTenant();
let stack: TestStack;
let streamId: string;

const stream = () => new EventStream("crm", { destination: webhook(authorizations.basic) });

beforeAll(async () => {
  stack = await engine.newStack();
  // Inline programs run in this process and read its environment.
  Object.assign(process.env, engine.tenant.environment);
  await stack.up(async () => {
    stream();
  });
  [streamId = ""] = engine.tenant.streams.keys();
  engine.tenant.addDeliveries(streamId, 20);
});

async function outputs(program: PulumiFn) {
  const { result, requests } = await engine.during(() => stack.up(program));
  expect(result.code).toBe(0);
  return {
    values: result.outputs as Record<string, { value: unknown; secret: boolean }>,
    requests,
  };
}

test("a preview looks up an existing stream and its deliveries, and a new stream's are unknown", async () => {
  const { result, requests } = await engine.during(() =>
    stack.preview(async () => {
      const { deliveries } = await getDeliveries({ eventStreamId: streamId, maxItems: 10 });
      const { status } = await getEventStream({ id: streamId });
      const { id } = new EventStream("new", { destination: webhook(authorizations.basic) });
      stream();
      return {
        known: [deliveries.length, status],
        unknown: [getDeliveriesOutput({ eventStreamId: id }), getEventStreamOutput({ id })],
      };
    }),
  );
  expect(result.code).toBe(0);
  expect(requests).toEqual([
    `GET /event-streams/${streamId}/deliveries`,
    `GET /event-streams/${streamId}`,
  ]);
});

test("only event content is secret, and an explicit provider lists its own tenant's deliveries", async () => {
  const { clientId, clientSecret } = {
    clientId: "emulator-client",
    clientSecret: "emulator-client-secret",
  };
  const { values } = await outputs(async () => {
    const { id: eventStreamId } = stream();
    const plain = getDeliveriesOutput({ eventStreamId, maxItems: 3 });
    const provider = new Provider("own", { domain: engine.tenant.url, clientId, clientSecret });
    const listed = getDeliveriesOutput({ eventStreamId: streamId, maxItems: 5 }, { provider });
    return {
      count: listed.apply(({ deliveries }) => deliveries.length),
      one: getEventStreamOutput({ id: eventStreamId }),
      all: (await getEventStreams()).eventStreams.filter(({ id }) => id === streamId),
      failed: getDeliveriesOutput({ eventStreamId, maxItems: 3, includeEvent: true }),
      ids: plain.apply(({ deliveries }) => deliveries.map(({ id }) => id)),
    };
  });
  expect(values.failed).toMatchObject({
    secret: true,
    value: { deliveries: [{ event: { specversion: "1.0" } }, {}, {}], next: expect.any(String) },
  });
  expect(values.ids).toMatchObject({ secret: false, value: { length: 3 } });
  const { password: _password, ...webhookAuthorization } = authorizations.basic;
  const found = { id: streamId, destination: { configuration: { webhookAuthorization } } };
  expect(values.one).toMatchObject({ secret: false, value: found });
  expect(values.all).toMatchObject({ secret: false, value: [found] });
  expect(JSON.stringify([values.one, values.all])).not.toContain("canary");
  expect(values.count).toEqual({ value: 5, secret: false });
});
