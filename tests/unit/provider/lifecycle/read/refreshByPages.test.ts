import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Fault, Tenant } from "../../../../../emulator/src";
import type { Props } from "../../../../../provider/shared/json";
import { randomRuns } from "../../../../support/sample";
import { type Connection, connect, openTenant } from "../../../../support/tenant/connect";
import {
  collectionOf,
  creationTime,
  emptyTenant,
  putFirst,
  store,
  storedObject,
  wire,
} from "../../../../support/tenant/objects";
import { inputsOf } from "../../../../support/values/arbitrary";
import {
  changeOf,
  type Kind,
  kindNamed,
  type ListedKind,
  listedKinds,
} from "../../../../support/values/kinds";

/** An object in a state; the tenant may have another version of it, or none. */
interface Known {
  kind: string;
  id: string;
  inputs: Props;
  stored: Props | undefined;
  /** Whether the object is in the state. All others belong to somebody else. */
  ours: boolean;
}

/** A change by somebody else when a refresh requests page number `page`. */
interface Event {
  page: number;
  what: "delete" | "change" | "update" | "insert" | "append";
  index: number;
}

interface RandomTenant {
  objects: Known[];
  events: Event[];
  trouble: { page: number; fault: Omit<Fault, "route"> } | undefined;
  parallel: number;
  retries: number;
}

const oneIn = (count: number) => fc.noBias(fc.nat(count - 1)).map((chance) => chance === 0);

const objects = ({ name: kind, resource }: ListedKind, maxLength: number) =>
  fc.array(
    fc
      .record({
        inputs: inputsOf(resource.inputs),
        other: fc.option(inputsOf(resource.inputs), { freq: 2 }),
        missing: oneIn(8),
        foreign: oneIn(4),
      })
      .map(({ inputs, other, missing, foreign }) => ({
        kind,
        inputs,
        stored: missing ? undefined : (other ?? inputs),
        ours: !foreign,
      })),
    { maxLength, size: "max" },
  );

const faults: Omit<Fault, "route">[] = [
  { kind: "status", status: 403 },
  { kind: "status", status: 403, times: 0 },
  { kind: "status", status: 429, headers: { "retry-after": "0" } },
  { kind: "status", status: 503, headers: { "retry-after": "0" } },
  { kind: "drop" },
  { kind: "truncated" },
  { kind: "html", status: 404 },
];

/** Most tenants allow no retries when a list fails, because retries take real time. */
const randomTenants: fc.Arbitrary<RandomTenant> = fc.record({
  objects: fc
    .oneof(
      ...listedKinds.map((kind) => objects(kind, 12)),
      fc.tuple(...listedKinds.map((kind) => objects(kind, 6))).map((all) => all.flat()),
    )
    .map((all) => all.map((one, index) => ({ ...one, id: kindNamed(one.kind).id(index) }))),
  events: fc.array(
    fc.record({
      page: fc.integer({ min: 1, max: 4 }),
      what: fc.constantFrom("delete", "change", "update", "insert", "append"),
      index: fc.nat(11),
    }),
    { maxLength: 4 },
  ),
  trouble: fc.option(
    fc.record({ page: fc.integer({ min: 1, max: 4 }), fault: fc.constantFrom(...faults) }),
    { freq: 2, nil: undefined },
  ),
  parallel: fc.integer({ min: 1, max: 30 }),
  retries: oneIn(25).map((retry) => (retry ? 2 : 0)),
});

/** The outputs in the state. */
const bagOf = ({ inputs }: Known, domain: string): Props => ({
  ...inputs,
  createdAt: creationTime,
  updatedAt: creationTime,
  tenant: domain,
});

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
  const { objects, events, trouble, parallel, retries } = random;
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
    if (trouble?.page === pages) tenant.addFault({ route, ...trouble.fault });
    return undefined;
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
