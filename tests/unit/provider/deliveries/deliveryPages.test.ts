import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type ListedDeliveries,
  listDeliveries,
} from "../../../../provider/deliveries/listDeliveries";
import type { Props } from "../../../../provider/shared/json";
import { connectTo } from "../../../support/tenant/connect";
import { eventStreamId, idsFrom, idsOf, item, pages } from "./listing";

/** A way of paging, which the API reference does not define. */
interface Paging {
  /** Whether a page begins with its cursor's delivery. */
  inclusive: boolean;
  /** Whether a short last page has a `next` as well. */
  nextOnLast: boolean;
  /** The largest page, even if `take` is larger. */
  cap: number;
}

const defaultPaging: Paging = {
  inclusive: false,
  nextOnLast: true,
  cap: 100,
};

function pageOf(ids: string[], paging: Paging, query: URLSearchParams): unknown {
  const from = query.get("from");
  const at = from === null ? -1 : ids.indexOf(from.replace("cursor:", ""));
  const start = at + (from !== null && paging.inclusive ? 0 : 1);
  const end = start + Math.min(Number(query.get("take")), paging.cap);
  const page = ids.slice(start, end);
  const last = page.at(-1);
  const shown = last !== undefined && (end < ids.length || paging.nextOnLast);
  return { deliveries: page.map(item), ...(shown && { next: `cursor:${last}` }) };
}

/** A server whose deliveries and paging can be changed between listings. */
async function service(count = 0, paging: Partial<Paging> = {}) {
  const state = { ids: idsFrom(count), paging: { ...defaultPaging, ...paging } };
  const connection = await connectTo((request, response) => {
    const query = new URL(request.url ?? "", "http://localhost").searchParams;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(pageOf(state.ids, state.paging, query)));
  });
  const list = (query: Props) => pages(connection.api, query);
  return { ...connection, state, list };
}

const pagings: fc.Arbitrary<Paging> = fc.record({
  inclusive: fc.boolean(),
  nextOnLast: fc.boolean(),
  cap: fc.constantFrom(50, 100),
});

test("every way of paging gives every delivery once and in order, in one listing or in parts", async () => {
  const { state, list, seen } = await service();
  const takes = fc.integer({ min: 1, max: 100 });
  const limits = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 150 }));
  const counts = fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 120 }));
  await fc.assert(
    fc.asyncProperty(pagings, counts, takes, limits, async (paging, count, take, maxItems) => {
      Object.assign(state, { paging, ids: idsFrom(count) });
      seen.splice(0);
      const all: unknown[] = [];
      let parts = 0;
      for (let from: string | undefined; parts <= count; parts++) {
        const part = await list({ take, maxItems, ...(from !== undefined && { from }) });
        expect(idsOf(part).length).toBeLessThanOrEqual(maxItems);
        all.push(...idsOf(part));
        from = idsOf(part).length === maxItems ? part.at(-1)?.next : undefined;
        if (from === undefined) break;
      }
      expect(all).toEqual(idsFrom(count));
      // Every page has a delivery, except the first and the last of each part.
      expect(seen.length).toBeLessThanOrEqual(count + 2 * (parts + 1));
      for (const request of seen)
        expect(Number(/take=(\d+)/.exec(request)?.[1])).toBeLessThanOrEqual(Math.max(take, 2));
    }),
    { numRuns: 60 },
  );
});

test("a `from` that is Auth0's own `next` or the id of a delivery is sent unchanged", async () => {
  const { list, seen } = await service(9);
  const [, , third = ""] = idsFrom(9);
  expect(idsOf(await list({ from: `cursor:${third}` }))).toEqual(idsFrom(9).slice(3));
  expect(new URL(seen[0]?.replace("GET ", "http://localhost") ?? "").searchParams.get("from")).toBe(
    `cursor:${third}`,
  );
});

test("deliveries that shift while they are listed are listed once, although every other page repeats them", async () => {
  const ids = idsFrom(100);
  const { api, seen } = await connectTo((request, response) => {
    const from = new URL(request.url ?? "", "http://localhost").searchParams.get("from");
    const start = Number(from ?? 0);
    // The newest are first. Five new ones arrive before every other page.
    const first = start - 5 * Math.floor(seen.length / 2);
    const page = ids.slice(first, first + 5);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ deliveries: page.map(item), next: `${start + 5}` }));
  });
  expect(idsOf(await pages(api, { take: 5 }))).toEqual(ids);
});

test.each<[string, (n: number) => unknown, number]>([
  ["with one cursor", () => ({ deliveries: ["a", "b"].map(item), next: "c" }), 2],
  ["with ever new cursors", (n) => ({ deliveries: ["a", "b"].map(item), next: `c${n}` }), 12],
])(
  "an endlessly repeated page is an error after the deliveries before it, %s",
  async (_how, answer, requests) => {
    const { api, seen } = await connectTo((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer(seen.length)));
    });
    const listing = listDeliveries(api, { eventStreamId });
    expect(idsOf([(await listing.next()).value as ListedDeliveries])).toEqual(["a", "b"]);
    await expect(listing.next()).rejects.toThrow(
      `GET /event-streams/${eventStreamId}/deliveries (${api.domain}): the response can't be read, because its pages repeat the same deliveries, so the rest is unknown.\nCheck the domain, and any proxy or gateway in front of it.`,
    );
    expect(seen).toHaveLength(requests);
  },
);

const noList =
  "the response can't be read, because it has no list of deliveries.\nCheck the domain, and any proxy or gateway in front of it.";

test.each<[string, string]>([
  ["", noList],
  ["{}", noList],
  ['{"deliveries":null}', noList],
  ["[]", noList],
  ['{"deliveries":[{"status":"failed"}]}', noList],
  ['{"deliveries":[{"id":1}]}', noList],
  ['{"deliveries":[],"next":7}', noList],
  ["OK", "200, without a JSON object.\nTry again later.\nIf it happens again, check the domain."],
])(
  "a response without a list is an error, and never an empty list: '%s'",
  async (body, message) => {
    const { api } = await connectTo((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(body);
    });
    await expect(pages(api, {})).rejects.toThrow(
      `GET /event-streams/${eventStreamId}/deliveries (${api.domain}): ${message}`,
    );
  },
);
