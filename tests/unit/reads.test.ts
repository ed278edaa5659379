import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Props } from "../../provider/json";
import { lifecycle } from "../../provider/lifecycle";
import { rateLimitPolicy } from "../../provider/resources";
import { type Connection, connect, tenantOf } from "../support/connect";
import { fakeClock } from "../support/fakeClock";
import { policy } from "../support/inputs";

const resource = lifecycle(rateLimitPolicy);
const idOf = (number: number) => `rlp_${String(number).padStart(22, "0")}`;
const single = "GET /rate-limit-policies/";
const page = /^GET \/rate-limit-policies$/;

/** A tenant of so many policies. */
async function start(total: number, options = {}): Promise<Connection> {
  const connection = await connect(options);
  const { server, tenant } = connection;
  await resource.create(tenant, policy());
  const [[, first] = []] = server.policies;
  if (!first) throw new Error("nothing was made");
  server.policies.clear();
  for (let number = 0; number < total; number++) {
    const id = idOf(number);
    server.policies.set(id, { ...first, id, consumer_selector: `client_id:c${number}` });
  }
  server.clearRequests();
  return connection;
}

const known = (id: string, domain: string): Props => ({
  ...policy({ consumerSelector: `client_id:c${Number(id.slice(4))}` }),
  tenant: domain,
});

/** Reads as the engine does: so many at a time. */
async function readAll({ tenant }: Pick<Connection, "tenant">, ids: string[], parallel = 8) {
  const left = [...ids];
  const found = new Map<string, unknown>();
  const worker = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const result = resource.read(tenant, id, known(id, tenant.domain));
      found.set(id, await result.catch((error: Error) => error.message));
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return found;
}

/** Spread over the tenant, in no order. */
const some = (count: number, total: number) =>
  Array.from({ length: count }, (_, index) => idOf((index * 1237) % total));

describe("reads that wait together", () => {
  test.each([
    ["all 100 of a tenant", 100, 100, 8, 2],
    ["all 100 of a tenant, many at a time", 100, 100, 32, 2],
    ["all 60 of a tenant", 60, 60, 8, 2],
    ["100 of 200", 100, 200, 8, 4],
    ["1 of 5,000", 1, 5000, 8, 1],
    ["2 of 10", 2, 10, 8, 2],
    ["40 of 5,000", 40, 5000, 8, 44],
    ["40 of 5,000, all at once", 40, 5000, 40, 44],
  ])("cost, for %s, few requests", async (_case, count, total, parallel, most) => {
    const connection = await start(total);
    const found = await readAll(connection, some(count, total), parallel);
    expect(found.size).toBe(count);
    expect([...found.values()].filter((result) => typeof result !== "object")).toEqual([]);
    expect(connection.server.apiRequests().length).toBeLessThanOrEqual(most);
  });

  test("find what reads one by one find, byte for byte, also with faults and with deletions between pages", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          total: fc.integer({ min: 0, max: 130 }),
          wanted: fc.uniqueArray(fc.integer({ min: 0, max: 140 }), { maxLength: 60 }),
          deleted: fc.array(fc.integer({ min: 0, max: 140 }), { maxLength: 10 }),
          parallel: fc.integer({ min: 1, max: 40 }),
          privateCloud: fc.boolean(),
          fault: fc.option(
            fc.constantFrom(
              { kind: "status", status: 503 } as const,
              { kind: "status", status: 403 } as const,
              { kind: "html" } as const,
              { kind: "truncated" } as const,
              { kind: "drop" } as const,
            ),
          ),
          skip: fc.integer({ min: 0, max: 2 }),
        }),
        async ({ total, wanted, deleted, parallel, privateCloud, fault, skip }) => {
          const { server, settings, tenant } = await start(total, { privateCloud });
          const ids = wanted.map(idOf);
          // Nobody reads these: a deletion that meets a read could be seen by either.
          const unread = deleted.filter((number) => !wanted.includes(number)).map(idOf);
          let pages = 0;
          server.answer = ({ route }) => {
            if (route === "GET /rate-limit-policies" && ++pages === 2) {
              for (const id of unread) server.policies.delete(id);
            }
            return undefined;
          };
          if (fault) server.addFault({ route: "GET /rate-limit-policies", skip, ...fault });
          const together = await readAll({ tenant }, ids, parallel);
          const alone = await readAll({ tenant: tenantOf(settings, fakeClock()) }, ids, 1);
          expect(JSON.stringify([...together].sort())).toBe(JSON.stringify([...alone].sort()));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("are each by themselves where the list is not permitted", async () => {
    const { server, ...connection } = await start(20);
    server.answer = ({ path, kind }) =>
      kind === "api" && path.endsWith("/rate-limit-policies")
        ? { status: 403, body: { errorCode: "insufficient_scope" } }
        : undefined;
    const found = await readAll(connection, some(20, 20));
    expect([...found.values()].every((result) => typeof result === "object")).toBe(true);
    expect(server.apiRequests().filter((request) => page.test(request)).length).toBe(1);
  });

  test("do not wait long for a list that fails", async () => {
    const { server, clock, ...connection } = await start(20);
    server.addFault({ route: "GET /rate-limit-policies", kind: "status", status: 503, times: 0 });
    const found = await readAll(connection, some(20, 20));
    expect([...found.values()].every((result) => typeof result === "object")).toBe(true);
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(16_000);
  });

  test("ask for what no page shows by itself, before it is called gone", async () => {
    const { server, ...connection } = await start(10);
    const found = await readAll(connection, some(12, 12));
    expect([...found.values()].filter((result) => result === undefined)).toHaveLength(2);
    const alone = server.apiRequests().filter((request) => request.startsWith(single));
    expect(alone.sort()).toEqual([`${single}${idOf(10)}`, `${single}${idOf(11)}`]);
  });

  test("go on by page numbers where the answers are bare arrays", async () => {
    const { server, ...connection } = await start(120);
    server.answer = ({ path, kind }) =>
      kind === "api" && path.endsWith("/rate-limit-policies")
        ? {
            after: true,
            body: (answer: { rate_limit_policies: unknown }) => answer.rate_limit_policies,
          }
        : undefined;
    await readAll(connection, some(120, 120));
    expect(server.apiRequests()).toHaveLength(3);
    expect(server.requests.map(({ query }) => query)).toEqual([
      { take: "50" },
      { page: "1", per_page: "50" },
      { page: "2", per_page: "50" },
    ]);
  });
});

describe("a page", () => {
  test("answers no read of an object that was written after it was asked for", async () => {
    const { server, tenant } = await start(10);
    const [id = "", ...others] = some(10, 10);
    await readAll({ tenant }, others);
    const olds = known(id, tenant.domain);
    const news = { ...olds, configuration: { action: "block", limit: 7 } };
    await resource.update(tenant, id, olds, news);
    expect(await resource.read(tenant, id, olds)).toMatchObject({
      inputs: { configuration: { action: "block", limit: 7 } },
    });
    expect(server.apiRequests().at(-1)).toBe(`${single}${id}`);
  });

  test("answers no second read of an object", async () => {
    const { server, tenant } = await start(10);
    const ids = some(10, 10);
    await readAll({ tenant }, ids);
    const changed = server.policies.get(ids[0] ?? "");
    if (changed) changed.configuration = { action: "log", limit: 1 };
    const again = await resource.read(tenant, ids[0] ?? "", known(ids[0] ?? "", tenant.domain));
    expect(again).toMatchObject({ inputs: { configuration: { action: "log", limit: 1 } } });
  });

  test("is too old after a quarter of a minute", async () => {
    const { server, tenant, clock } = await start(10);
    const [id = "", ...others] = some(10, 10);
    await readAll({ tenant }, others);
    clock.advance(15_000);
    server.clearRequests();
    await resource.read(tenant, id, known(id, tenant.domain));
    expect(server.apiRequests()).toEqual([`${single}${id}`]);
  });
});
