import { describe, expect, test } from "@jest/globals";
import type { Fault, RequestRecord } from "../../../../emulator/src";
import { listAll, listPages } from "../../../../provider/api/listPages";
import type { ListOperation } from "../../../../provider/api/operation";
import { rateLimitPolicy } from "../../../../provider/resources";
import { type Connection, connect } from "../../../support/tenant/connect";
import { idOf, manyPolicies } from "../../../support/tenant/many";

const list = rateLimitPolicy.list as ListOperation;
const route = list.route;
const expired = { route, kind: "expired" } as const;
const rejected: Fault = { route, kind: "status", status: 403, times: 0 };

/** The ids of the pages, and the queries of their requests. */
async function listed({ server, api }: Connection, operation = list) {
  server.clearRequests();
  const pages: unknown[][] = [];
  let failure: Error | undefined;
  try {
    for await (const page of listPages(api, operation)) pages.push(page.map(({ id }) => id));
  } catch (error) {
    failure = error as Error;
  }
  const requested = server.requests
    .filter(({ kind }) => kind === "api")
    .map(({ query }) => (query.from ? { ...query, from: "next" } : query));
  return { pages, requested, failure };
}

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => idOf(from + index));

const first = { take: "50" };
const next = { take: "50", from: "next" };

describe("a list by checkpoints", () => {
  test("continues until there is no next, even after empty pages", async () => {
    const connection = await connect({ pageLimit: 20 });
    manyPolicies(connection.server, 45);
    const { pages, requested } = await listed(connection);
    expect(pages).toEqual([ids(0, 20), ids(20, 40), ids(40, 45)]);
    expect(requested).toEqual([first, next, next]);
  });

  test("restarts once if a checkpoint has expired, and lists each object once", async () => {
    const connection = await connect({ pageLimit: 20 });
    manyPolicies(connection.server, 60);
    connection.server.addFault({ ...expired, skip: 2 });
    const { pages, requested, failure } = await listed(connection);
    expect(failure).toBeUndefined();
    expect(pages).toEqual([ids(0, 20), ids(20, 40), [], [], ids(40, 60)]);
    expect(requested).toEqual([first, next, next, first, next, next]);
  });

  test.each<[string, Fault, string, number, number]>([
    ["a second checkpoint expires", { ...expired, skip: 1, times: 3 }, "Checkpoint id is", 2, 4],
    ["a later page is rejected", { ...rejected, skip: 1 }, " 403 ", 1, 2],
    ["the first page is rejected", rejected, " 403 ", 0, 1],
  ])("fails if %s", async (_when, fault, message, pageCount, requestCount) => {
    const connection = await connect({ pageLimit: 20 });
    manyPolicies(connection.server, 60);
    connection.server.addFault(fault);
    const { pages, requested, failure } = await listed(connection);
    expect(failure?.message).toContain(message);
    expect([pages.length, requested.length]).toEqual([pageCount, requestCount]);
  });
});

const bare = (answer: { rate_limit_policies: unknown }) => answer.rate_limit_policies;
const onList = (request: RequestRecord, answer: object) =>
  request.route === route ? answer : undefined;

describe("a list by page numbers", () => {
  const numbered: ListOperation = { ...list, pages: "numbered" };

  test.each<[string, number, number[], object]>([
    ["an empty page, where all others are full", 100, [50, 50, 0], {}],
    ["a page that is shorter than the first", 120, [50, 50, 20], {}],
    ["an empty page, where the service gives smaller ones", 40, [20, 20, 0], { pageLimit: 20 }],
    ["an empty page after the only one", 30, [30, 0], {}],
    ["the first page of an empty collection", 0, [0], {}],
  ])("without a count ends with %s", async (_end, total, sizes, options) => {
    const connection = await connect(options);
    manyPolicies(connection.server, total);
    connection.server.respond = (request) => onList(request, { after: true, body: bare });
    const { pages, requested } = await listed(connection, numbered);
    expect(pages.flat()).toEqual(ids(0, total));
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    const query = (page: number) => ({ page: `${page}`, per_page: `${page ? sizes[0] : 50}` });
    const counted = { ...query(0), include_totals: "true" };
    expect(requested).toEqual([counted, ...sizes.slice(1).map((_, page) => query(page + 1))]);
  });

  test.each([
    [0, [0]],
    [30, [30]],
    [100, [50, 50]],
  ])("of %d objects ends with the page that completes Auth0's count", async (total, sizes) => {
    const connection = await connect();
    manyPolicies(connection.server, total);
    const { pages, requested } = await listed(connection, numbered);
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(pages.flat()).toEqual(ids(0, total));
    expect(requested).toEqual(
      sizes.map((_, page) => ({ page: `${page}`, per_page: "50", include_totals: "true" })),
    );
  });

  test("works with a server that returns arrays for checkpoints", async () => {
    const connection = await connect();
    manyPolicies(connection.server, 120);
    connection.server.respond = (request) => onList(request, { after: true, body: bare });
    const { pages, requested } = await listed(connection);
    expect(pages.flat()).toEqual(ids(0, 120));
    expect(requested.slice(0, 2)).toEqual([first, { page: "1", per_page: "50" }]);
  });

  test("fails if a page is rejected, and is never taken for the whole", async () => {
    const connection = await connect({ pageLimit: 20 });
    manyPolicies(connection.server, 60);
    connection.server.respond = (request) =>
      request.query.page === "2"
        ? onList(request, { status: 400, body: { message: "No page behind 40." } })
        : onList(request, { after: true, body: bare });
    const { pages, failure } = await listed(connection);
    expect(pages).toEqual([ids(0, 20), ids(20, 40)]);
    expect(failure?.message).toContain("No page behind 40");
  });

  test("lists an object once that has moved to the next page", async () => {
    const connection = await connect({ pageLimit: 20 });
    const { server } = connection;
    manyPolicies(server, 30);
    let pages = 0;
    server.respond = (request) => {
      if (request.route === route && ++pages === 2) {
        const all = [...server.policies];
        server.policies.clear();
        manyPolicies(server, 1, 1000);
        for (const [id, object] of all) server.policies.set(id, object);
      }
      return onList(request, { after: true, body: bare });
    };
    const { pages: listedPages } = await listed(connection);
    expect(listedPages).toEqual([ids(0, 20), ids(20, 30)]);
  });
});

describe("listAll", () => {
  const fifty = ids(0, 50).map((id) => ({ id }));
  const page = (objects: unknown[], more: object = {}) => ({
    rate_limit_policies: objects,
    ...more,
  });
  /** Auth0's list, as a function of the query and of the number of the request. */
  const answering = async (answer: (query: RequestRecord["query"], n: number) => unknown) => {
    const connection = await connect();
    let requests = 0;
    connection.server.respond = (request) =>
      onList(request, { body: answer(request.query, requests++) });
    return connection;
  };
  const endless = "its pages repeat and don't end";

  test.each<[string, (query: RequestRecord["query"], n: number) => unknown, string]>([
    ["the first page again and again", () => page(fifty, { next: "same" }), endless],
    ["the first page with new checkpoints", (_, n) => page(fifty, { next: `c${n}` }), endless],
    ["the first page as an array", () => fifty, endless],
    ["no objects, and always the same checkpoint", () => page([], { next: "same" }), endless],
    [
      "one page, then empty ones with new checkpoints",
      ({ from }, n) => page(from ? [] : fifty, { next: `c${n}` }),
      endless,
    ],
    [
      "one page, then an array",
      ({ from }) => (from ? [] : page(fifty, { next: "c" })),
      "its pages differ in form",
    ],
    [
      "fewer objects than it counts",
      () => page(fifty, { total: 120 }),
      "it ends before its last object",
    ],
  ])("fails if Auth0 shows %s", async (_what, answer, reason) => {
    const { api, server } = await answering(answer);
    await expect(listAll(api, list)).rejects.toThrow(
      `${route}: the list may be incomplete, because ${reason}.\nCheck the domain, and any proxy or gateway in front of it.`,
    );
    expect(server.apiRequests().length).toBeLessThan(7);
  });

  test("does not end with an empty page that has a checkpoint", async () => {
    const { api } = await answering(({ from }) =>
      from ? page([{ id: "a" }]) : page([], { next: "c" }),
    );
    expect(await listAll(api, list)).toEqual([{ id: "a" }]);
  });

  test.each([
    ["first", 2],
    ["second", 5],
  ])(
    "lists again if a deletion in the %s listing hides an object",
    async (_which, deletingPage) => {
      const { api, server } = await connect({ pageLimit: 20 });
      manyPolicies(server, 45);
      let pages = 0;
      server.respond = (request) => {
        if (request.route === route && ++pages === deletingPage) server.policies.delete(idOf(0));
        return onList(request, { after: true, body: bare });
      };
      expect((await listAll(api, list)).map(({ id }) => id)).toEqual(ids(1, 45));
    },
  );
});
