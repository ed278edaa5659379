import { describe, expect, test } from "@jest/globals";
import type { TenantOptions } from "../../../../../emulator/src";
import type { Operation } from "../../../../../provider/api/operation";
import { lifecycle } from "../../../../../provider/lifecycle/resource";
import { eventStream, rateLimitPolicy } from "../../../../../provider/resources";
import type { Props } from "../../../../../provider/shared/json";
import { type Connection, connect, connectTo } from "../../../../support/tenant/connect";
import { hold } from "../../../../support/tenant/hold";
import { idOf, manyPolicies } from "../../../../support/tenant/many";
import { action } from "../../../../support/values/eventStream";
import { jsonCopy } from "../../../../support/values/inputs";
import { policy } from "../../../../support/values/rateLimitPolicy";

const resource = lifecycle(rateLimitPolicy);
const streams = lifecycle(eventStream);
const single = "GET /rate-limit-policies/";
const route = "GET /rate-limit-policies";

/** A tenant with this number of policies. */
async function start(total: number, options: TenantOptions = {}): Promise<Connection> {
  const connection = await connect(options);
  manyPolicies(connection.server, total);
  return connection;
}

const policyOutputs = (id: string, domain: string): Props => ({
  ...policy({ consumerSelector: `client_id:c${Number(id.slice(4))}` }),
  createdAt: "2026-01-01T00:00:00Z",
  tenant: domain,
});

const knownStream = (id: string, domain: string): Props => ({
  name: `stream ${Number(id.slice(4))}`,
  status: "enabled",
  destination: jsonCopy(action(`a${Number(id.slice(4))}`)),
  tenant: domain,
});

/** Reads like the engine, with `parallel` reads at a time. */
async function readAll({ session }: Pick<Connection, "session">, ids: string[], parallel = 8) {
  const left = [...ids];
  const found = new Map<string, unknown>();
  const { domain } = session.api;
  const worker = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const result = id.startsWith("est_")
        ? streams.read(session, id, knownStream(id, domain))
        : resource.read(session, id, policyOutputs(id, domain));
      found.set(id, await result.catch((error: Error) => error.message));
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return found;
}

/** Ids spread over the tenant, in no order. */
const some = (count: number, total: number) =>
  Array.from({ length: count }, (_, index) => idOf((index * 1237) % total));

describe("reads that wait together", () => {
  test.each([
    ["all 100 of a tenant", 100, 100, 8, 2],
    ["all 100 of a tenant, many at a time", 100, 100, 32, 2],
    ["all 50 of a tenant", 50, 50, 8, 1],
    ["100 of 200", 100, 200, 8, 4],
    ["1 of 5,000", 1, 5000, 8, 1],
    ["2 of 10", 2, 10, 8, 1],
    ["40 of 5,000", 40, 5000, 8, 44],
    ["40 of 5,000, all at once", 40, 5000, 40, 44],
  ])("of %s take few requests", async (_case, count, total, parallel, most) => {
    const connection = await start(total);
    const found = await readAll(connection, some(count, total), parallel);
    expect(found.size).toBe(count);
    expect([...found.values()].filter((result) => typeof result !== "object")).toEqual([]);
    expect(connection.server.apiRequests().length).toBeLessThanOrEqual(most);
  });

  test("include those that arrive one after another, 10 ms apart", async () => {
    const { server, session, clock } = await start(10);
    const left = some(10, 10);
    const reading: Promise<unknown>[] = [];
    const next = () => {
      const id = left.pop();
      if (id) reading.push(resource.read(session, id, policyOutputs(id, session.api.domain)));
    };
    const { sleep } = clock;
    clock.sleep = (ms) => {
      next();
      return sleep(ms);
    };
    next();
    for (let count = 0; count < reading.length; count++) await reading[count];
    expect(reading.length).toBeGreaterThan(1);
    expect(server.apiRequests()).toEqual([route]);
  });

  test("wait for the access token", async () => {
    const { server, session } = await start(10);
    const ids = some(10, 10);
    const reading = [
      resource.read(session, ids[0] ?? "", policyOutputs(ids[0] ?? "", session.api.domain)),
    ];
    server.respond = ({ kind }) => {
      if (kind !== "token" || reading.length > 1) return undefined;
      for (const id of ids.slice(1))
        reading.push(resource.read(session, id, policyOutputs(id, session.api.domain)));
      return undefined;
    };
    await reading[0];
    await Promise.all(reading);
    expect(server.apiRequests()).toEqual([route]);
  });
});

test("an unexpected error fails the waiting reads, and later reads are sent", async () => {
  const { session, clock } = await start(10);
  const [first = "", second = "", third = ""] = some(3, 10);
  const { sleep } = clock;
  clock.sleep = async () => {
    throw new Error("the timer is broken");
  };
  const results = await readAll({ session }, [first, second], 2);
  expect([...results.values()]).toEqual(["the timer is broken", "the timer is broken"]);

  clock.sleep = sleep;
  const later = await readAll({ session }, [third]);
  expect(later.get(third)).toMatchObject({ inputs: {} });
});

describe("a page", () => {
  test.each([
    ["after the page was requested", false],
    ["while the page was requested", true],
  ])("does not serve a read of an object that was written %s", async (_, isConcurrent) => {
    const { server, session } = await start(10);
    const [id = "", first = "", ...others] = some(10, 10);
    // Until a host has responded once, it gets one request at a time.
    await readAll({ session }, [first]);
    const olds = policyOutputs(id, session.api.domain);
    const news = { ...olds, configuration: { action: "block", limit: 7 } };
    if (!isConcurrent) await readAll({ session }, others);
    const held = hold(server, "PATCH /rate-limit-policies/{id}");
    const updated = resource.update(session, id, olds, news);
    await held.arrived(1);
    if (isConcurrent) await readAll({ session }, others);
    held.release();
    await updated;
    expect(await resource.read(session, id, olds)).toMatchObject({
      inputs: { configuration: { action: "block", limit: 7 } },
    });
    expect(server.apiRequests().at(-1)).toBe(`${single}${id}`);
  });

  test("from before the end of a write does not serve a read after the write", async () => {
    const [written = "", ...others] = some(8, 8);
    const { session, seen } = await connectTo((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      const isSecondPage = searchParams.has("from");
      // When the write ends, the response with the former object has not arrived yet.
      if (isSecondPage) reads.invalidate(written);
      const ids = isSecondPage ? [written, ...others.slice(4)] : others.slice(0, 4);
      const page = { rate_limit_policies: ids.map((id) => ({ id })), next: "second" };
      const isList = pathname.endsWith("/rate-limit-policies");
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(isList ? page : { id: written, configuration: "new" }));
    });
    const reads = session.collections.batchedReads(
      rateLimitPolicy.read as Operation,
      rateLimitPolicy.list,
    );
    await Promise.all(others.map((id) => reads.get(id)));
    expect(seen).toHaveLength(2);
    expect(await reads.get(written)).toEqual({ id: written, configuration: "new" });
  });

  test("serves only one read of each object", async () => {
    const { server, session } = await start(10);
    const ids = some(10, 10);
    await readAll({ session }, ids);
    const changed = server.policies.get(ids[0] ?? "");
    if (changed) changed.configuration = { action: "log", limit: 1 };
    const again = await resource.read(
      session,
      ids[0] ?? "",
      policyOutputs(ids[0] ?? "", session.api.domain),
    );
    expect(again).toMatchObject({ inputs: { configuration: { action: "log", limit: 1 } } });
  });

  test("expires after 15 seconds", async () => {
    const { server, session, clock } = await start(10);
    const [id = "", ...others] = some(10, 10);
    await readAll({ session }, others);
    clock.advance(15_000);
    server.clearRequests();
    await resource.read(session, id, policyOutputs(id, session.api.domain));
    expect(server.apiRequests()).toEqual([`${single}${id}`]);
  });
});
