import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { startTenant, type Tenant } from "../../emulator/src";
import type { Props } from "../../provider/shared/json";
import type { ProviderProcess } from "../support/engine/adapter";
import { forEachAdapter, runsFor } from "../support/engine/adapters";
import { randomRuns } from "../support/sample";
import { idOf } from "../support/tenant/many";
import {
  bagOf,
  collection,
  type Event,
  type Known,
  lists,
  type RandomTenant,
  randomTenants,
  store,
} from "../support/tenant/randomTenants";

interface Pair {
  tenant: Tenant;
  provider: ProviderProcess;
}

let opened = 0;

/** Of one process many: a connection that knows nothing of the others. */
async function connection({ tenant, provider }: Pair, maxRetries: number) {
  const connected = await provider.reconnect({
    domain: tenant.url,
    apiToken: tenant.issueToken(),
    maxRetries,
    // One process has one connection for equal settings.
    timeout: 300 + ++opened / 1000,
  });
  const state = (object: Known) => bagOf(object, tenant.domain);
  return {
    /** What a read answers, as text. */
    read: async (object: Known): Promise<string> =>
      JSON.stringify(await connected.read(object.kind, object.id, state(object))),
    update: (object: Known, news: Props) =>
      connected.update(object.kind, object.id, state(object), { ...object.inputs, ...news }),
  };
}

/** As the engine does: so many at a time. */
async function readAll(
  read: (object: Known) => Promise<string>,
  ours: Known[],
  parallel: number,
): Promise<Map<string, string>> {
  const left = [...ours];
  const found = new Map<string, string>();
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift())
      found.set(one.id, await read(one));
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return found;
}

/** One GET for each: nobody may list. */
async function readAlone(pair: Pair, ours: Known[]): Promise<Map<string, string>> {
  const routes = Object.values(lists);
  pair.tenant.answer = ({ route = "" }) =>
    routes.includes(route) ? { status: 403, body: { errorCode: "insufficient_scope" } } : undefined;
  const { read } = await connection(pair, 0);
  return readAll(read, ours, ours.length);
}

type Counts = { pages: number; alone: number; reads: number };

async function expectEqual(random: RandomTenant, pair: Pair, done: Counts): Promise<void> {
  const { tenant } = pair;
  const { objects, events, trouble, bare, parallel, retries } = random;
  tenant.streams.clear();
  tenant.policies.clear();
  for (const object of objects) store(tenant, object);
  const ours = objects.filter((object) => object.ours);
  const touched = events.flatMap(({ index }) => ours[index % ours.length] ?? []);
  const before = await readAlone(pair, touched);

  const together = await connection(pair, retries);
  // Each at most once, so that only two answers are right.
  const met = new Set<Known>();
  const written: Known[] = [];
  const writes: Promise<unknown>[] = [];
  let pages = 0;
  let isOver = false;
  const happen = ({ what, index }: Event) => {
    if (what === "insert" || what === "append") return added(tenant, what, pages * 100 + index);
    const object = ours[index % ours.length];
    if (!object || met.has(object)) return;
    met.add(object);
    const all = collection(tenant, object.kind);
    const stored = all.get(object.id);
    if (what === "delete") all.delete(object.id);
    else if (what === "change" && stored) all.set(object.id, { ...stored, ...changedTo(object) });
    else if (stored && object.kind === "RateLimitPolicy") {
      written.push(object);
      const news = { configuration: { action: "log", limit: 4321 } };
      writes.push(together.update(object, news).catch(() => undefined));
    }
  };
  tenant.answer = ({ route = "" }) => {
    if (!Object.values(lists).includes(route)) return undefined;
    pages++;
    for (const event of events) if (event.page === pages && !isOver) happen(event);
    // What the hook answers meets no fault.
    if (trouble?.page === pages) tenant.addFault({ route, ...trouble.fault });
    return bare && tenant.faults.length === 0 ? { after: true, body: arrayOf } : undefined;
  };
  tenant.clearRequests();
  const found = await readAll(together.read, ours, parallel);
  await Promise.all(writes);
  // What is read again, and by which pages, is not what the events are about.
  isOver = true;
  tenant.clearFaults();
  const again = await readAll(together.read, written, 1);
  done.pages += pages;
  done.reads += found.size;
  done.alone += tenant.apiRequests().filter((one) => /^GET .*\/(est|rlp)_/.test(one)).length;
  const after = await readAlone(pair, ours);

  const wrong = ours.filter(({ id }) => {
    const answers = [after.get(id), ...(before.has(id) ? [before.get(id)] : [])];
    return !answers.includes(found.get(id));
  });
  expect(wrong.map(({ id }) => [found.get(id), after.get(id)])).toEqual([]);
  for (const { id } of written) expect(again.get(id)).toBe(after.get(id));
}

const arrayOf = (answer: object) => Object.values(answer).find(Array.isArray);

const changedTo = ({ kind }: Known): object =>
  kind === "EventStream"
    ? { name: "changed elsewhere" }
    : { configuration: { action: "block", limit: 1234 } };

/** Somebody else's, before all others or after them. */
function added(tenant: Tenant, where: "insert" | "append", number: number): void {
  const id = idOf(1000 + number);
  const all = [...tenant.policies];
  if (where === "insert") tenant.policies.clear();
  const inputs = { consumerSelector: "default", configuration: { action: "allow" } };
  store(tenant, { kind: "RateLimitPolicy", id, inputs, stored: inputs, ours: false });
  if (where === "insert") for (const [key, value] of all) tenant.policies.set(key, value);
}

forEachAdapter((adapter) => {
  const runs = Math.max(12, randomRuns(runsFor(adapter, 250)));
  /** Each tenant with a process of its own, so that they can be asked at the same time. */
  let pairs: Pair[];

  beforeAll(async () => {
    const options = [{ pageLimit: 3 }, { pageLimit: 5 }, {}];
    pairs = await Promise.all(
      options.map(async (option) => {
        const tenant = await startTenant(option);
        return { tenant, provider: await adapter.start(tenant.environment) };
      }),
    );
  });

  afterAll(async () => {
    for (const { tenant, provider } of pairs) {
      await provider.stop();
      await tenant.close();
    }
  });

  test("a refresh by pages returns, byte for byte, what one GET for each object returns, whatever changes between pages", async () => {
    const done = { pages: 0, alone: 0, reads: 0 };
    // At once, since much of it is waiting.
    const checked = pairs.map((pair) => {
      const property = fc.asyncProperty(randomTenants, (random) => expectEqual(random, pair, done));
      return fc.assert(property, { numRuns: Math.ceil(runs / pairs.length) });
    });
    await Promise.all(checked);
    expect(done.pages).toBeGreaterThan(0);
    // Of enough tenants, pages gave a good part.
    if (runs < 50) return;
    expect(done.reads).toBeGreaterThan(runs * 3);
    expect(done.pages).toBeGreaterThan(runs / 2);
    expect(done.alone).toBeLessThan(done.reads * 0.7);
  });
});
