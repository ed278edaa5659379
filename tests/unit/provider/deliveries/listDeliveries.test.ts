import { expect, test } from "@jest/globals";
import type { TenantOptions } from "../../../../emulator/src";
import { ManagementApi } from "../../../../provider/api/managementApi";
import type { ListedDeliveries } from "../../../../provider/deliveries/listDeliveries";
import { consoleLogger } from "../../../../provider/shared/logger";
import { type Connection, connect } from "../../../support/tenant/connect";
import { addStream } from "../../../support/tenant/many";
import { eventStreamId, idsFrom, idsOf, item, pages } from "./listing";

/** A tenant with a stream that has a number of deliveries. */
async function start(count: number, options: TenantOptions = {}): Promise<Connection> {
  const connection = await connect(options);
  addStream(connection.server, eventStreamId, "crm");
  if (count > 0) connection.server.addDeliveries(eventStreamId, count);
  return connection;
}

/** A tenant whose pages are a function of `from`. */
async function answering(page: (from: string | undefined, requested: number) => unknown) {
  const connection = await connect();
  let requested = 0;
  connection.server.respond = ({ kind, query }) =>
    kind === "api" ? { body: page(query.from as string | undefined, ++requested) } : undefined;
  return connection;
}

test("an unknown kind of event is sent with a warning, if the settings say so", async () => {
  const { server, settings, clock } = await connect();
  server.respond = ({ kind }) => (kind === "api" ? { body: { deliveries: [] } } : undefined);
  const warnings: string[] = [];
  const logger = { ...consoleLogger, warn: (line: string) => void warnings.push(line) };
  const api = new ManagementApi({ ...settings, unknownValues: "warn" }, clock, logger);
  await pages(api, { eventTypes: ["user.crated"] });
  expect(server.requests.at(-1)?.query).toMatchObject({ event_types: "user.crated" });
  expect(warnings).toEqual([
    expect.stringMatching(/^\[unknown-value\] getDeliveries: eventTypes\[0\] .* user\.created\?$/),
  ]);
});

test.each<[string, (n: number) => object, string[], number]>([
  ["a repeated cursor", (n) => ({ deliveries: [item(`e${n}`)], next: "same" }), ["e1", "e2"], 2],
  [
    "a repeated page, with new cursors",
    (n) => ({ deliveries: [item("e")], next: `c${n}` }),
    ["e"],
    2,
  ],
  [
    "an empty page, although it has a cursor",
    (n) => ({ deliveries: n < 3 ? [item(`e${n}`)] : [], next: `c${n}` }),
    ["e1", "e2"],
    3,
  ],
  ...[undefined, null, ""].map((next): [string, () => object, string[], number] => [
    `a page whose cursor is ${JSON.stringify(next)}`,
    () => ({ deliveries: [item("e")], next }),
    ["e"],
    1,
  ]),
])("a listing ends at %s", async (_what, page, expected, requests) => {
  const { api, server } = await answering((_from, n) => page(n));
  const list = await pages(api);
  expect(idsOf(list)).toEqual(expected);
  expect(server.apiRequests()).toHaveLength(requests);
  if (requests === 1) expect(list).toEqual([{ deliveries: [expect.anything()] }]);
});

test("a server that ignores take causes no lost or repeated delivery", async () => {
  const all = ["a", "b", "c", "d", "e", "f", "g"];
  const { api } = await answering((from) => {
    const start = from === undefined ? 0 : all.indexOf(from.replace("cursor-", "")) + 1;
    const list = all.slice(start, start + 5).map(item);
    return { deliveries: list, next: `cursor-${list.at(-1)?.id}` };
  });
  const [first, ...others] = await pages(api, { maxItems: 3 });
  expect(others).toEqual([]);
  expect(idsOf([first as ListedDeliveries])).toEqual(["a", "b", "c"]);
  const rest = await pages(api, { maxItems: 10, from: first?.next as string });
  expect(idsOf(rest)).toEqual(["d", "e", "f", "g"]);
});

test("arguments are validated before any request", async () => {
  const { server, api } = await start(1);
  await expect(pages(api, { take: 101, statuses: [] })).rejects.toThrow(
    /^getDeliveries: take .*\nstatuses |^getDeliveries: statuses .*\ntake /,
  );
  expect(server.requests).toEqual([]);
});

test("take is 50 and maxItems 1,000 by default", async () => {
  const { server, api } = await start(1001);
  const list = await pages(api);
  expect(idsOf(list)).toEqual(idsFrom(1000));
  expect(list.at(-1)?.next).toEqual(expect.any(String));
  expect(server.requests[1]?.query).toEqual({ take: "50" });
});

test("filters are sent in the form that Auth0 expects", async () => {
  const { server, api } = await start(12);
  const list = await pages(api, {
    statuses: ["failed", "retrying"],
    eventTypes: ["user.created", "connection.deleted"],
    dateFrom: "2026-01-01T00:00:59.999Z",
    dateTo: "2026-01-01T03:00:00.001+02:00",
  });
  expect(server.requests[1]?.query).toEqual({
    take: "50",
    statuses: "failed,retrying",
    event_types: "user.created,connection.deleted",
    date_from: "2026-01-01T00:00:59Z",
    date_to: "2026-01-01T01:00:01Z",
  });
  expect(idsOf(list)).toEqual(idsFrom(1, 2));
});

test("an event's content is left out unless includeEvent is set, and then failed deliveries have it", async () => {
  const { api } = await start(3);
  const [withoutEvents] = await pages(api);
  expect(withoutEvents?.deliveries.map((one) => "event" in one)).toEqual([false, false, false]);
  const [full] = await pages(api, { includeEvent: true });
  expect(full?.deliveries.map((one) => "event" in one)).toEqual([true, false, false]);
});

test("a delivery has only the properties of the schema", async () => {
  const attempts = [{ status: "failed", error_message: "503", took: 1 }];
  const { api } = await answering(() => ({
    deliveries: [{ ...item("e"), region: "eu", attempts }],
  }));
  const [page] = await pages(api);
  expect(page?.deliveries).toEqual([
    {
      id: "e",
      eventStreamId,
      status: "failed",
      eventType: "user.created",
      attempts: [{ status: "failed", errorMessage: "503" }],
    },
  ]);
});
