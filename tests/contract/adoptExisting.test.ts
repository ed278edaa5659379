import { expect, test } from "@jest/globals";
import { forEachAdapter } from "../support/engine/adapters";
import { pluginSubject, startConfiguredPlugin } from "../support/engine/pluginProvider";
import {
  afterTest,
  configurationOf,
  refused,
  startProcess,
  startServer,
} from "../support/engine/providerProcess";
import { store } from "../support/tenant/objects";
import { stream } from "../support/values/eventStream";
import { kindNamed } from "../support/values/kinds";

const kind = kindNamed("EventStream");
const { name, routes } = kind;
const id = kind.id(1);
const program = stream();

/** A tenant that has a stream with the program's name. */
async function tenant() {
  const server = await startServer();
  store(server, kind, id, { ...program, status: "disabled" });
  return server;
}

forEachAdapter((adapter) => {
  const line = `[adoption] adopts ${name} ${id} and updates destination (secret) and status`;

  test.each([
    ["configuration", {}, { adoptExisting: "true" }],
    ["environment", { AUTH0_ADOPT_EXISTING: "true" }, {}],
  ])("with the %s, a preview says what it adopts, and a create adopts it", async (...row) => {
    const [, environment, configuration] = row;
    const server = await tenant();
    const start = () =>
      startProcess(adapter, environment, { ...configurationOf(server), ...configuration });
    const preview = await start();
    await preview.previewCreate(name, program);
    expect(await preview.stop()).toContain(line);
    expect(server.apiRequests().filter((one) => one !== routes.list)).toEqual([]);

    const provider = await start();
    const { inputs } = await provider.check(name, {}, program);
    const created = await provider.create(name, inputs);
    expect(created).toMatchObject({ id, properties: { ...program, status: "enabled" } });
    expect((await provider.stop()).split(line)).toHaveLength(2);
    const writes = server.apiRequests().filter((one) => one !== routes.list);
    expect(writes).toEqual([`PATCH /event-streams/${id}`]);
  });

  test("without the setting, a preview sends nothing", async () => {
    const server = await tenant();
    const provider = await startProcess(adapter, {}, configurationOf(server));
    await provider.previewCreate(name, program);
    expect(server.requests).toEqual([]);
  });

  test("a value that is neither true nor false is rejected", async () => {
    const configuration = { ...configurationOf(await tenant()), adoptExisting: "yes" };
    const check = async () =>
      (await startProcess(adapter, {}, configuration)).check(name, {}, program);
    expect((await refused(check())).message).toContain("adoptExisting must be true or false");
  });
});

test("the plugin's preview rejects two resources that would adopt one object", async () => {
  const configuration = { ...configurationOf(await tenant()), adoptExisting: true };
  const plugin = await startConfiguredPlugin({}, configuration);
  afterTest(() => plugin.stop());
  const [first, second] = ["first", "second"].map((one) => pluginSubject(name, one));
  if (!first || !second) throw new Error("two subjects");
  expect((await plugin.create(first, program, true)).id).toBe(id);
  expect((await refused(plugin.create(second, program, true))).message).toContain(
    `${first.urn} and ${second.urn} would both adopt ${id}, because they have the same natural key`,
  );
  // The resource with the old name is deleted after the new one has adopted the object.
  const { properties } = await plugin.create(first, program);
  await plugin.delete(second, id, properties);
});
