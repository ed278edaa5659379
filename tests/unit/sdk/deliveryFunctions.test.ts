import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { startTenant, type Tenant } from "../../../emulator/src";
import { forgetOpenApis } from "../../../provider/api/managementApi";
import { deliveryStatistics, type Provider, redeliver, sendTestEvent } from "../../../sdk";
import { resetAdapter } from "../../../sdk/adapter";
import { streamIdOf } from "../../support/tenant/many";
import { leaksIn } from "../../support/values/leaks";
import { configurationOf, mockEngine, withoutOwnVariables } from "./program";

const eventStreamId = streamIdOf(1);
const [unknownId, otherUnknownId] = [`evt_${"0".repeat(22)}`, `evt_${"1".repeat(22)}`];
const date =
  "must be a valid RFC 3339 date-time such as 2026-01-31T00:00:00Z, or a valid Date; leap seconds are not supported";

let tenant: Tenant;
let ids: string[];

beforeAll(async () => {
  withoutOwnVariables();
  tenant = await startTenant({ delivery: { retryDelaysMs: [0] } });
});
afterAll(() => tenant.close());

beforeEach(async () => {
  resetAdapter();
  forgetOpenApis();
  await mockEngine();
  pulumi.runtime.setAllConfig(configurationOf("auth0", tenant));
  const time = "2026-01-01T00:00:00.000Z";
  const destination = { type: "action", configuration: { action_id: "a" } };
  const stream = { id: eventStreamId, status: "enabled", created_at: time, updated_at: time };
  tenant.streams.delete(eventStreamId);
  tenant.streams.set(eventStreamId, { ...stream, destination });
  const event = { data: { object: { email: "canary-user-mail" } } };
  const input = { status: "failed", event_type: "user.created", event };
  ids = tenant.addDeliveries(eventStreamId, [input, input, input]).map(({ id }) => id);
  tenant.respond = undefined;
  tenant.clearRequests();
});

// biome-ignore lint/suspicious/noExplicitAny: programs in JavaScript pass anything
type Call = (args: any, opts?: any) => Promise<any>;
const calls: [string, Call, object][] = [
  ["redeliver", redeliver, { eventStreamId }],
  ["sendTestEvent", sendTestEvent, { eventStreamId, eventType: "user.created" }],
];
const messageOf = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => "none",
    (error: Error) => error.message,
  );
const posts = () =>
  tenant.requests.filter(({ kind, method }) => kind === "api" && method === "POST");

describe("redeliver", () => {
  test("sends the given ids, one request each, in their order", async () => {
    const deliveryIds = [...ids].reverse();
    expect(await redeliver({ eventStreamId, deliveryIds })).toEqual({ deliveryIds });
    expect(posts().map(({ path }) => path.split("/").at(-1))).toEqual(deliveryIds);
  });

  test("sends the filters in one request", async () => {
    const dateTo = new Date("2026-01-03T00:00:00.100Z");
    const args = { eventStreamId, eventTypes: ["user.created" as const], dateTo };
    expect(await redeliver(args)).toEqual({});
    expect(posts().map(({ body }) => body)).toEqual([
      { statuses: ["failed"], event_types: ["user.created"], date_to: "2026-01-03T00:00:01Z" },
    ]);
  });

  test("skips ids that the service does not have, and returns those that it accepted", async () => {
    const [first = "", ...others] = ids;
    const deliveryIds = [unknownId, first, otherUnknownId, ...others];
    expect(await redeliver({ eventStreamId, deliveryIds })).toEqual({ deliveryIds: ids });
    expect(posts()).toHaveLength(5);
  });

  test("fails if the service has none of the ids", async () => {
    const message = await messageOf(
      redeliver({ eventStreamId, deliveryIds: [unknownId, otherUnknownId] }),
    );
    expect(message).toContain(`POST /event-streams/${eventStreamId}/redeliver/${unknownId}`);
    expect(message).toContain("the stream, or a delivery of it with this id, does not exist");
  });

  test("fails if there is no such stream", async () => {
    tenant.streams.delete(eventStreamId);
    const message = await messageOf(redeliver({ eventStreamId, deliveryIds: ids }));
    expect(message).toContain(": 404 Not Found: The requested stream does not exist; ");
  });

  test("goes on after a delivery that is not in a state for redelivery", async () => {
    const [first = "", second = "", third = ""] = ids;
    const message = "The event is not in a state that allows redelivery.";
    tenant.respond = ({ path }) =>
      path.endsWith(second)
        ? { status: 409, body: { statusCode: 409, error: "Conflict", message } }
        : undefined;
    const result = await redeliver({ eventStreamId, deliveryIds: ids });
    expect(result).toEqual({ deliveryIds: [first, third] });
    const alone = await messageOf(redeliver({ eventStreamId, deliveryIds: [second] }));
    expect(alone).toContain("that allows redelivery; only a failed delivery can be redelivered");
  });

  test("says how many ids were accepted before one failed, and which failed", async () => {
    const [first = "", second = ""] = ids;
    tenant.respond = ({ path }) =>
      path.endsWith(second) ? { status: 400, body: { message: "No." } } : undefined;
    const message = await messageOf(redeliver({ eventStreamId, deliveryIds: ids }));
    expect(message).toContain(`POST /event-streams/${eventStreamId}/redeliver/${second}`);
    expect(message).toContain("; 1 of 3 were accepted before it");
    expect(posts().map(({ path }) => path.split("/").at(-1))).toEqual([first, second]);
  });

  test.each<[string, object]>([
    ["ids", { deliveryIds: [unknownId] }],
    ["filters", {}],
  ])("with %s is not repeated after a lost response", async (_what, args) => {
    tenant.respond = ({ kind }) =>
      kind === "api" ? { status: 504, body: "<html>canary-page</html>" } : undefined;
    const message = await messageOf(redeliver({ eventStreamId, ...args }));
    expect(message).toContain(
      "the service may have accepted the request: see `npx pulumi-auth0-native deliveries list` before you send it again",
    );
    expect(posts()).toHaveLength(1);
  });

  test.each([{}, { date_from: "2026-01-01T00:00:00Z", statuses: ["failed"] }])(
    "takes a 202 with the body %j",
    async (body) => {
      tenant.respond = ({ kind }) => (kind === "api" ? { status: 202, body } : undefined);
      expect(await redeliver({ eventStreamId })).toEqual({});
    },
  );
});

describe("sendTestEvent", () => {
  test("returns the pending delivery without the content of its event", async () => {
    const result = await sendTestEvent({ eventStreamId, eventType: "user.created" });
    expect(result).toEqual({
      delivery: {
        id: expect.stringMatching(/^evt_/),
        eventStreamId,
        eventType: "user.created",
        status: "pending",
        attempts: [],
      },
    });
    expect(posts().map(({ body }) => body)).toEqual([{ event_type: "user.created" }]);
  });

  test("sends the given data as it is, and shows none of it", async () => {
    const data = { object: { email: "canary-user-mail", userId: 1 } };
    tenant.respond = ({ kind }) =>
      kind === "api" ? { status: 400, body: { message: "No canary-user-mail" } } : undefined;
    const args = { eventStreamId, eventType: "user.created" as const, data };
    const message = await messageOf(sendTestEvent(args));
    expect(posts().map(({ body }) => body)).toEqual([{ event_type: "user.created", data }]);
    expect(leaksIn(message)).toEqual([]);
    expect(message).toContain("400");
  });

  test("says what to do about a disabled stream", async () => {
    const stream = tenant.streams.get(eventStreamId);
    if (stream) stream.status = "disabled";
    const result = sendTestEvent({ eventStreamId, eventType: "user.created" });
    expect((await messageOf(result)).replace(/ \[.*\]/, "")).toBe(
      `POST /event-streams/${eventStreamId}/test (${tenant.domain}): 400 event_stream_disabled: The event stream is disabled; the service sends no test event to a disabled stream: to try its receiver, redeliver one failed delivery by its id, which \`npx pulumi-auth0-native deliveries list ${eventStreamId}\` shows: \`npx pulumi-auth0-native deliveries redeliver ${eventStreamId} <id of the delivery>\``,
    );
  });
});

describe("deliveryStatistics", () => {
  const window = {
    date_from: "2026-01-01T00:00:00.000Z",
    date_to: "2026-01-03T00:00:00.000Z",
    bucket_interval: { scale_factor: 86_400 },
  };
  const buckets = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
  const name = (what: string) => `auth0.event_streams.${what}_deliveries`;
  const metrics = [
    { name: name("successful"), window_total: 5, type: "sum", data: [5, null] },
    { name: name("failed"), window_total: 3, type: "sum", data: [1, 2] },
  ];
  const respond = (body: unknown) => {
    tenant.respond = ({ kind }) => (kind === "api" ? { body } : undefined);
  };

  test("returns the counts of the service by time", async () => {
    respond({ id: eventStreamId, name: "crm", window, buckets, metrics });
    expect(await deliveryStatistics({ eventStreamId })).toEqual({
      dateFrom: window.date_from,
      dateTo: window.date_to,
      bucketSeconds: 86_400,
      delivered: 5,
      failed: 3,
      buckets: [
        { start: buckets[0], delivered: 5, failed: 1 },
        { start: buckets[1], delivered: 0, failed: 2 },
      ],
    });
  });

  test("sends dates, and reads what the emulator counts", async () => {
    const dateFrom = "2026-01-01T00:00:00Z";
    const result = await deliveryStatistics({ eventStreamId, dateFrom, dateTo: new Date() });
    expect(result.buckets.length).toBeGreaterThan(0);
    expect(tenant.requests.at(-1)?.query).toMatchObject({ date_from: dateFrom });
  });

  const [delivered, failed] = metrics;
  test.each<[string, unknown]>([
    ["a web page", "<html>canary</html>"],
    ["no metrics", { window, buckets, metrics: [] }],
    ["null data", { window, buckets, metrics: [delivered, { ...failed, data: null }] }],
    ["a text total", { window, buckets, metrics: [delivered, { ...failed, window_total: "3" }] }],
    ["no interval", { window: { ...window, bucket_interval: null }, buckets, metrics }],
    ["buckets that are no times", { window, buckets: [1, 2], metrics }],
  ])("fails for a response with %s", async (_what, body) => {
    respond(body);
    const message = await messageOf(deliveryStatistics({ eventStreamId }));
    expect(message).toContain(`GET /event-streams/${eventStreamId}/stats (${tenant.domain}): `);
    expect(message).toMatch(/it holds no statistics|not a response of the service/);
    expect(leaksIn(message)).toEqual([]);
  });
});

describe("in a preview", () => {
  beforeEach(() => mockEngine(true));

  test("deliveryStatistics returns the counts", async () => {
    expect(await deliveryStatistics({ eventStreamId })).toMatchObject({ failed: 0 });
  });

  test.each(calls)("%s sends nothing and returns undefined", async (_name, call, args) => {
    const configuration = { isKnown: Promise.resolve(false) };
    const provider = { configuration } as unknown as Provider;
    expect(await call(args)).toBeUndefined();
    expect(await call(args, { provider })).toBeUndefined();
    expect(tenant.requests).toEqual([]);
  });
});

const wrong: [string, Call, object, string][] = [
  ["redeliver", redeliver, {}, "eventStreamId is required"],
  [
    "redeliver",
    redeliver,
    { eventStreamId, deliveryIds: ["e"], eventTypes: ["user.created"], dateTo: new Date(0) },
    "deliveryIds excludes eventTypes, dateTo: pass the ids or the filters",
  ],
  [
    "sendTestEvent",
    sendTestEvent,
    { eventStreamId, eventType: "user.created", data: "canary-user-mail" },
    "data must be an object, not a string",
  ],
  ["redeliver", redeliver, { eventStreamId, deliveryIds: ["e", "e"] }, "deliveryIds "],
  [
    "redeliver",
    redeliver,
    { eventStreamId, deliveryIds: [`${unknownId}0`] },
    "deliveryIds[0] must be the id of a delivery: 26 characters",
  ],
  ["redeliver", redeliver, { eventStreamId, eventTypes: ["canary-kind"] }, "eventTypes[0] must"],
  ["redeliver", redeliver, { eventStreamId, dateFrom: new Date(Number.NaN) }, `dateFrom ${date}`],
  ["redeliver", redeliver, { eventStreamId, ids: ["e"] }, "valid properties: eventStreamId, "],
  ["sendTestEvent", sendTestEvent, { eventStreamId: "canary-id" }, "eventStreamId must have 26"],
  ["deliveryStatistics", deliveryStatistics, { eventStreamId, dateTo: "soon" }, `dateTo ${date}`],
];

describe.each([true, false])("wrong arguments (preview: %p)", (preview) => {
  test.each(wrong)("of %s fail before any request: case %#", async (name, call, args, text) => {
    await mockEngine(preview);
    const message = await messageOf(call(args));
    expect(message).toMatch(new RegExp(`^${name}: `));
    expect(message).toContain(text);
    expect(leaksIn(message)).toEqual([]);
    expect(tenant.requests).toEqual([]);
  });
});

test.each([
  ["redeliver", redeliver, { eventStreamId }, "update:event_deliveries"],
  [
    "sendTestEvent",
    sendTestEvent,
    { eventStreamId, eventType: "user.created" },
    "update:event_streams",
  ],
  ["deliveryStatistics", deliveryStatistics, { eventStreamId }, "read:event_deliveries"],
] as [string, Call, object, string][])(
  "%s names the permission that the application lacks",
  async (_name, call, args, scope) => {
    pulumi.runtime.setAllConfig({
      "auth0:domain": tenant.url,
      "auth0:apiToken": tenant.issueToken({ scopes: ["read:event_streams"] }),
    });
    expect(await messageOf(call(args))).toContain(`grant the scope ${scope} to the application`);
  },
);

test.each([{}, null, "eu"])(
  "a provider %j, as JavaScript may pass it, is refused",
  async (provider) => {
    expect(await messageOf((redeliver as Call)({ eventStreamId }, { provider }))).toBe(
      "The option `provider` must be a Provider of this package, or absent.",
    );
    expect(tenant.requests).toEqual([]);
  },
);
