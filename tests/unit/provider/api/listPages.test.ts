import { describe, expect, test } from "@jest/globals";
import type { Fault, RequestRecord } from "../../../../emulator/src";
import { listAll, listPages } from "../../../../provider/api/listPages";
import type { Operation } from "../../../../provider/api/operation";
import { rateLimitPolicy } from "../../../../provider/resources";
import { type Connection, connect } from "../../../support/tenant/connect";
import { deleteAfterPages, idOf, manyPolicies } from "../../../support/tenant/many";

const list = rateLimitPolicy.list as Operation;
const route = list.route;
const rejected: Fault = { route, kind: "status", status: 403, times: 0 };

/** The ids of the pages, and the queries of their requests. */
async function listed({ server, api }: Connection) {
  server.clearRequests();
  const pages: unknown[][] = [];
  let failure: Error | undefined;
  try {
    for await (const page of listPages(api, list)) pages.push(page.map(({ id }) => id));
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

  test.each<[string, Fault, number, number]>([
    ["a later page is rejected", { ...rejected, skip: 1 }, 1, 2],
    ["the first page is rejected", rejected, 0, 1],
  ])("fails if %s", async (_when, fault, pageCount, requestCount) => {
    const connection = await connect({ pageLimit: 20 });
    manyPolicies(connection.server, 60);
    connection.server.addFault(fault);
    const { pages, requested, failure } = await listed(connection);
    expect(failure?.message).toContain(" 403 ");
    expect([pages.length, requested.length]).toEqual([pageCount, requestCount]);
  });
});

const onList = (request: RequestRecord, answer: object) =>
  request.route === route ? answer : undefined;

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

  test.each<[string, (query: RequestRecord["query"], n: number) => unknown]>([
    ["the first page again and again", () => page(fifty, { next: "same" })],
    ["the first page with new checkpoints", (_, n) => page(fifty, { next: `c${n}` })],
    ["no objects, and always the same checkpoint", () => page([], { next: "same" })],
    [
      "one page, then empty ones with new checkpoints",
      ({ from }, n) => page(from ? [] : fifty, { next: `c${n}` }),
    ],
  ])("fails if Auth0 shows %s", async (_what, answer) => {
    const { api, server } = await answering(answer);
    await expect(listAll(api, list)).rejects.toThrow(
      `${route}: the list may be incomplete, because its pages repeat and don't end.\nCheck the domain, and any proxy or gateway in front of it.`,
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
      deleteAfterPages(server, route, (page) => page === deletingPage);
      expect((await listAll(api, list)).map(({ id }) => id)).toEqual(ids(1, 45));
    },
  );
});
