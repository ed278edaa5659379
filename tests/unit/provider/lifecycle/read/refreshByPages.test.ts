import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Tenant } from "../../../../../emulator/src";
import type { Props } from "../../../../../provider/shared/json";
import { randomRuns } from "../../../../support/sample";
import { type Connection, connect, openTenant } from "../../../../support/tenant/connect";
import {
  collectionOf,
  emptyTenant,
  putFirst,
  store,
  storedObject,
  wire,
} from "../../../../support/tenant/objects";
import {
  bagOf,
  type Event,
  type Known,
  type RandomTenant,
  randomTenants,
} from "../../../../support/tenant/randomTenants";
import { changeOf, type Kind, kindNamed, listedKinds } from "../../../../support/values/kinds";

/** A new session. */
function open({ server, settings, clock }: Connection, maxRetries: number) {
  const limits = { ...settings.limits, maxRetries };
  const { session } = openTenant({ ...settings, limits }, clock);
  const state = (object: Known) => bagOf(object, server.domain);
  return {
    /** The result of a read, as text. */
    read: async (object: Known): Promise<string> =>
      `${JSON.stringify(await kindNamed(object.kind).resource.read(session, object.id, state(object)))}`,
    update: (object: Known, news: Props) =>
      kindNamed(object.kind).resource.update(session, object.id, state(object), {
        ...object.inputs,
        ...news,
      }),
  };
}

/** Reads like the engine, with a number of reads at a time. */
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

/** Reads each object with a GET, without the permission to list. */
async function readAlone(connection: Connection, ours: Known[]): Promise<Map<string, string>> {
  connection.server.respond = ({ route = "" }) =>
    kindListedBy(route) ? { status: 403, body: { errorCode: "insufficient_scope" } } : undefined;
  return readAll(open(connection, 0).read, ours, ours.length);
}

async function expectEqual(random: RandomTenant, connection: Connection): Promise<void> {
  const { server: tenant } = connection;
  const { objects, events, trouble, bare, parallel, retries } = random;
  emptyTenant(tenant);
  for (const { kind, id, stored } of objects)
    if (stored) store(tenant, kindNamed(kind), id, stored);
  const ours = objects.filter((object) => object.ours);
  const touched = events.flatMap(({ index }) => ours[index % ours.length] ?? []);
  const before = await readAlone(connection, touched);

  const together = open(connection, retries);
  // Each object changes at most once, so that only two results are right.
  const met = new Set<Known>();
  const written: Known[] = [];
  const writes: Promise<unknown>[] = [];
  let pages = 0;
  let isOver = false;
  const happen = ({ what, index }: Event, listed: Kind) => {
    if (what === "insert" || what === "append")
      return addForeign(tenant, listed, what, 1000 + pages * 100 + index);
    const object = ours[index % ours.length];
    if (!object || met.has(object)) return;
    met.add(object);
    const kind = kindNamed(object.kind);
    const all = collectionOf(tenant, kind);
    const stored = all.get(object.id);
    if (what === "delete") all.delete(object.id);
    else if (what === "change" && stored)
      all.set(object.id, { ...stored, ...wire(changeOf(kind)) });
    else if (stored) {
      written.push(object);
      writes.push(together.update(object, changeOf(kind)).catch(() => undefined));
    }
  };
  tenant.respond = ({ route = "" }) => {
    const kind = kindListedBy(route);
    if (!kind) return undefined;
    pages++;
    for (const event of events) if (event.page === pages && !isOver) happen(event, kind);
    // Faults do not affect the hook's responses.
    if (trouble?.page === pages) tenant.addFault({ route, ...trouble.fault });
    return bare && tenant.faults.length === 0 ? { after: true, body: arrayOf } : undefined;
  };
  const found = await readAll(together.read, ours, parallel);
  await Promise.all(writes);
  // The events do not depend on which pages are read again.
  isOver = true;
  tenant.clearFaults();
  const again = await readAll(together.read, written, 1);
  const after = await readAlone(connection, ours);

  const wrong = ours.filter(({ id }) => {
    const answers = [after.get(id), ...(before.has(id) ? [before.get(id)] : [])];
    return !answers.includes(found.get(id));
  });
  expect(wrong.map(({ id }) => [found.get(id), after.get(id)])).toEqual([]);
  for (const { id } of written) expect(again.get(id)).toBe(after.get(id));
}

const arrayOf = (answer: object) => Object.values(answer).find(Array.isArray);

const kindListedBy = (list: string) => listedKinds.find(({ routes }) => routes.list === list);

/** Somebody else's object, before all others or after them. */
function addForeign(tenant: Tenant, kind: Kind, where: "insert" | "append", number: number): void {
  const id = kind.id(number);
  const object = storedObject(kind, id, { ...kind.first, ...kind.unique(number) });
  if (where === "insert") putFirst(collectionOf(tenant, kind), id, object);
  else collectionOf(tenant, kind).set(id, object);
}

test("a refresh by pages returns the same as one GET per object, despite changes meanwhile", async () => {
  const runs = randomRuns(250);
  const connections = await Promise.all(
    [{ pageLimit: 3 }, { pageLimit: 5 }, {}].map((options) => connect(options)),
  );
  for (const connection of connections) {
    const property = fc.asyncProperty(randomTenants, (random) => expectEqual(random, connection));
    await fc.assert(property, { numRuns: Math.ceil(runs / connections.length) });
  }
});
