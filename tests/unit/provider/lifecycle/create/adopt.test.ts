import { describe, expect, test } from "@jest/globals";
import { ManagementApi } from "../../../../../provider/api/managementApi";
import { Session } from "../../../../../provider/lifecycle/session";
import { naturalKeyOf } from "../../../../../provider/resources/definition";
import { unknownValue } from "../../../../../provider/schema/unknown";
import { joinWords } from "../../../../../provider/schema/wording";
import type { Props } from "../../../../../provider/shared/json";
import { engine } from "../../../../support/engine/engine";
import { messageOf } from "../../../../support/faults/lostCreates";
import { connect } from "../../../../support/tenant/connect";
import { collectionOf, store, wire } from "../../../../support/tenant/objects";
import { action, stream, to } from "../../../../support/values/eventStream";
import { changeOf, kindNamed, listedKinds } from "../../../../support/values/kinds";

/** A run with adoptExisting, in a tenant that has an object with the key. */
async function run(kind = kindNamed("EventStream"), existing: Props = kind.first) {
  const { server, settings, clock } = await connect({}, { adoptExisting: true });
  const id = kind.id(1);
  store(server, kind, id, existing);
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const session = new Session(new ManagementApi(settings, clock, { info: log, warn: log }));
  const provider = engine(kind.resource, session);
  const writes = () =>
    server.requests
      .filter(({ kind, route }) => kind === "api" && !route?.startsWith("GET"))
      .map(({ route, body }) => ({ route, body }));
  const lists = () => server.apiRequests().filter((one) => one === kind.routes.list).length;
  return { server, session, provider, kind, id, lines, writes, lists };
}

const keyed = listedKinds.filter(({ definition, first }) => naturalKeyOf(definition, first));
/** A stream that has no secret. */
const plain = to(action());

describe.each(keyed)("an existing $name", (kind) => {
  test("is adopted, updated if it differs, and then unchanged in the next run", async () => {
    const { id, provider, writes, server, session } = await run(kind);
    const state = await provider.create(kind.changed);
    expect(state.id).toBe(id);
    expect(writes()).toEqual([{ route: kind.routes.update, body: wire(changeOf(kind)) }]);
    expect([...collectionOf(server, kind).values()]).toEqual([
      expect.objectContaining(wire(kind.changed)),
    ]);
    const next = engine(kind.resource, new Session(session.api));
    expect(next.plan(state, kind.changed)).toMatchObject({ changes: false });
    expect(await next.drift(state)).toEqual([]);
  });

  test("is created if the key differs", async () => {
    const { id, provider, writes } = await run(kind, { ...kind.first, ...kind.unique(2) });
    expect((await provider.create(kind.first)).id).not.toBe(id);
    expect(writes()).toMatchObject([{ route: kind.routes.create }]);
  });

  test("is not adopted without the setting", async () => {
    const { id, provider, session, writes, lines } = await run(kind);
    session.api.settings.adoptExisting = false;
    expect(await kind.resource.announceAdoption(session, kind.first)).toBeUndefined();
    expect(writes()).toEqual([]);
    expect(await messageOf(provider.create(kind.first))).toContain(
      `${id} has the same ${joinWords(kind.definition.naturalKey ?? [], "and")}.\nIf no resource manages it yet, adopt it: run \`pulumi up -c auth0:adoptExisting=true\`.`,
    );
    expect(lines).toEqual([]);
  });
});

test.each<[string, Props, Props, string, Props[]]>([
  ["equal", plain, plain, ", which needs no update", []],
  [
    "equal but for a secret",
    stream(),
    stream(),
    " and updates destination (secret)",
    [{ destination: stream().destination ?? {} }],
  ],
  [
    "different",
    { ...plain, status: "disabled", subscriptions: [] },
    plain,
    " and updates subscriptions and status",
    [{ subscriptions: plain.subscriptions ?? [], status: "enabled" }],
  ],
])("an object that is %s is adopted, and the message says what is sent", async (...row) => {
  const [, existing, program, says, sent] = row;
  const { id, provider, lines, writes } = await run(undefined, existing);
  await provider.create(program);
  expect(lines).toEqual([`[adoption] adopts EventStream ${id}${says}`]);
  expect(writes().map(({ body }) => body)).toEqual(wire(sent));
});

test("an object that would need a replacement is not adopted", async () => {
  const { id, provider, session, kind, writes } = await run(undefined, plain);
  const program = stream();
  const message = `adoptExisting can't adopt EventStream ${id}, which has the same name, because an update can't change destination.type. Nothing was sent.\n`;
  expect(await messageOf(provider.create(program))).toContain(message);
  expect(await messageOf(kind.resource.announceAdoption(session, program))).toContain(message);
  expect(writes()).toEqual([]);
});

test("two objects with one natural key are not adopted", async () => {
  const { server, provider, kind, id, writes } = await run();
  store(server, kind, kind.id(2), kind.first);
  expect(await messageOf(provider.create(kind.first))).toContain(
    `EventStream ${id}, ${kind.id(2)} have the same name, so adoptExisting can't tell which one to adopt. Nothing was sent.\n`,
  );
  expect(writes()).toEqual([]);
});

test("an object of another resource of the run is not adopted", async () => {
  const { provider, session, id, writes } = await run();
  session.addId(id);
  expect(await messageOf(provider.create(stream()))).toContain("Another resource of this stack");
  expect(writes()).toMatchObject([{ route: "POST /event-streams" }]);
});

test("one object is adopted by one of two creates", async () => {
  const { provider, id, server } = await run();
  const created = await Promise.allSettled([1, 2].map(() => provider.create(stream())));
  expect(created.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect([...server.streams.keys()]).toEqual([id]);
});

test("a create with a missing or unknown natural key does not search", async () => {
  const { kind, session, server } = await run();
  const { name: _, ...unnamed } = stream();
  for (const program of [unnamed, stream({ name: unknownValue })])
    expect(await kind.resource.announceAdoption(session, program)).toBeUndefined();
  expect(server.apiRequests()).toEqual([]);
});

test("one complete list announces twenty objects, and another one adopts them", async () => {
  const { server, session, kind, lists } = await run();
  const programs = Array.from({ length: 20 }, (_, n) => ({ ...plain, ...kind.unique(n) }));
  for (const [n, program] of programs.entries()) store(server, kind, kind.id(100 + n), program);
  const announced = programs.map((one) => kind.resource.announceAdoption(session, one));
  expect(await Promise.all(announced)).toEqual(programs.map((_, n) => kind.id(100 + n)));
  const one = lists();
  const next = engine(kind.resource, new Session(session.api));
  for (const program of programs) await next.create(program);
  await next.create({ ...plain, name: "new" });
  await next.create({ ...plain, name: "newer" });
  expect(lists()).toBe(2 * one);
});

describe("an object that a create of this run adopts", () => {
  test("is rejected for a resource that has it in the state", async () => {
    const { provider, id, kind, session } = await run();
    await kind.resource.announceAdoption(session, stream());
    const outs = { ...stream(), tenant: session.api.domain };
    expect(() => provider.plan({ id, inputs: stream(), outs }, stream())).toThrow(
      `Two resources of the program would manage EventStream ${id}, because adoptExisting adopts it for another one`,
    );
  });

  test("stays when the resource that had it leaves the program", async () => {
    const { provider, id, lines, server } = await run();
    const { outs, inputs } = await provider.create(stream());
    await provider.destroy({ id, inputs, outs });
    expect(server.streams.has(id)).toBe(true);
    expect(lines).toContain(
      `EventStream ${id}: not deleted, because another resource of the program has adopted it in this run`,
    );
  });

  test("belongs to a resource that imports it", async () => {
    const { provider, id, kind, session } = await run();
    await kind.resource.announceAdoption(session, stream());
    const { inputs, outs } = await kind.resource.import(session, id);
    expect(provider.plan({ id, inputs, outs }, stream())).toBeDefined();
  });
});
