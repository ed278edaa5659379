import { describe, expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import {
  configurePlugin,
  pluginSubject,
  startConfiguredPlugin,
} from "../support/engine/pluginProvider";
import { configurationOf, refused, share } from "../support/engine/providerProcess";
import type { Subject } from "../support/engine/resourceProvider";
import { streamIdOf } from "../support/tenant/many";
import { store } from "../support/tenant/objects";
import { action, stream, to } from "../support/values/eventStream";
import { push } from "../support/values/guardianFcmv1Provider";
import { kindNamed } from "../support/values/kinds";

// Several resources of a program claim one object of the tenant.

const both = share((server) => startConfiguredPlugin({}, configurationOf(server)));

const first = pluginSubject("EventStream", "first");
const second = pluginSubject("EventStream", "second");
const program = stream({ status: "enabled" });
const remove = (id: string) => `DELETE /event-streams/${id}`;

let streams = 0;

/** A stream that no state knows. Each test has another id, because the process remembers ids. */
function foreign(): string {
  const id = streamIdOf(++streams);
  store(both.server, kindNamed("EventStream"), id, program);
  return id;
}

const outputs = () => ({ ...program, tenant: both.server.domain });

/** Diffs a resource of the state, as the engine does in an `up`. */
async function plan(subject: Subject, id: string, next: Props = program) {
  const { inputs } = await both.provider.check(subject, program, next);
  return both.provider.diff(subject, id, outputs(), inputs, program);
}

/** Reads and checks, as the engine does with the option `import`. */
async function importAs(subject: Subject, id: string) {
  const checked = await both.provider.check(subject, {}, program);
  const { inputs = {}, properties } = await both.provider.read(subject, id);
  const { inputs: found } = await both.provider.check(subject, inputs, inputs);
  expect(found).toEqual(inputs);
  return both.provider.diff(subject, id, properties, checked.inputs, inputs);
}

/** The resource `first` has an object that it created in this run. */
async function created(): Promise<string> {
  const { inputs } = await both.provider.check(first, {}, program);
  return (await both.provider.create(first, inputs)).id;
}

/** The resource `first` has an object in its state. */
async function planned(): Promise<string> {
  const id = foreign();
  await plan(first, id);
  return id;
}

describe.each([
  ["is in the state", planned],
  ["this run has created", created],
])("an object that %s", (_how, owned) => {
  test("is rejected for a second resource that imports it, with both names", async () => {
    const id = await owned();
    both.server.clearRequests();
    const { message } = await refused(importAs(second, id));
    expect(message).toContain(
      `Two resources manage ${id}: ${first.urn} and ${second.urn}. Nothing was sent.`,
    );
    expect(both.server.apiRequests().filter((one) => !one.startsWith("GET"))).toEqual([]);
  });

  test("is not deleted for a second resource that has it in the state", async () => {
    const id = await owned();
    both.server.clearRequests();
    const { message } = await refused(both.provider.delete(second, id, outputs(), program));
    expect(message).toContain(
      `${id} wasn't deleted, because ${first.urn} manages it, too.\nIf that is this resource's new name (through an alias), rename the resource in a separate update, without a replacement.\nOtherwise, remove ${second.urn} only from the state: \`pulumi state delete '${second.urn}'\`.`,
    );
    expect(both.server.requests).toEqual([]);
    expect(both.server.streams.has(id)).toBe(true);
  });

  test("is read for `.get` of a second resource", async () => {
    const id = await owned();
    expect((await both.provider.read(second, id)).id).toBe(id);
    expect((await plan(first, id)).changes).toBe("none");
  });

  test("is deleted for its own resource", async () => {
    const id = await owned();
    both.server.clearRequests();
    await both.provider.delete(first, id, outputs(), program);
    expect(both.server.apiRequests()).toEqual([remove(id)]);
  });
});

describe("a resource that an alias renames", () => {
  /** Diffs without a check, as a refresh does. The state still has the old name. */
  async function refreshed() {
    const id = foreign();
    // No earlier test checks this name, and neither does the program.
    const old = pluginSubject("EventStream", `old name of ${id}`);
    const { properties, inputs = {} } = await both.provider.read(old, id, outputs(), program);
    await both.provider.diff(old, id, properties, program, inputs);
    return { id, old };
  }

  test("keeps its object, which is deleted under the new name", async () => {
    const { id } = await refreshed();
    expect((await plan(second, id)).changes).toBe("none");
    await both.provider.delete(second, id, outputs(), program);
    expect(both.server.apiRequests()).toContain(remove(id));
  });

  test("deletes its object under the old name if it is replaced", async () => {
    const { id, old } = await refreshed();
    expect((await plan(second, id, to(action()))).replaces).toEqual(["destination"]);
    await both.provider.delete(old, id, outputs(), program);
    expect(both.server.apiRequests()).toContain(remove(id));
  });

  test("deletes its object under the old name if the user forces its replacement", async () => {
    const { id, old } = await refreshed();
    expect((await plan(second, id)).replaces).toEqual([]);
    await both.provider.create(second, stream({ name: "another" }));
    await both.provider.delete(old, id, outputs(), program);
    expect(both.server.apiRequests()).toContain(remove(id));
  });
});

test.each([
  ["another name", "before", stream({ name: "another", destination: action() })],
  ["the same name", "after", to(action())],
])("a replacement with %s is created %s its old object is deleted", async (_, when, next) => {
  const id = foreign();
  const { replaces, deleteBeforeReplace } = await plan(first, id, next);
  expect([replaces, deleteBeforeReplace]).toEqual([["destination"], when === "after"]);
  const remove = () => both.provider.delete(first, id, outputs(), program);
  if (deleteBeforeReplace) await remove();
  const { id: newId } = await both.provider.create(first, next);
  if (!deleteBeforeReplace) await remove();
  expect([...both.server.streams.keys()]).toEqual([newId]);
});

test("a run that does not declare push credentials clears them, even in the same process", async () => {
  const { provider, server } = both;
  const subject = pluginSubject("GuardianFcmv1Provider", "first");
  const renamed = pluginSubject("GuardianFcmv1Provider", "second");
  const { id, properties } = await provider.create(subject, push());
  await provider.check(renamed, {}, push());
  await provider.create(renamed, push());
  await provider.delete(subject, id, properties);
  expect(server.fcmv1).toBeDefined();
  await configurePlugin(provider, configurationOf(server));
  await provider.delete(renamed, id, properties);
  expect(server.fcmv1).toBeUndefined();
});

test("a process that is configured for another run forgets the resources of the last one", async () => {
  const id = await planned();
  await configurePlugin(both.provider, configurationOf(both.server));
  expect((await plan(second, id)).changes).toBe("none");
});
