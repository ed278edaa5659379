import { randomInt } from "node:crypto";
import { expect, test } from "@jest/globals";
import { startTenant } from "../../emulator/src";
import type { Adapter } from "../support/engine/adapter";
import { forEachAdapter, runsFor } from "../support/engine/adapters";
import type { CallError } from "../support/engine/resourceProvider";
import { isFull } from "../support/sample";
import { collectionOf, objectsIn, setByService } from "../support/tenant/objects";
import { listedKinds } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";
import { expectStored, type Program, walkStack } from "../support/walk/stack";
import { changeOutside, edited, type Step, stepsOf } from "../support/walk/steps";

const { WALK_SEED } = process.env;
const seed = Number(WALK_SEED || randomInt(2 ** 30));
const walks = isFull ? 125 : 1;
const atOnce = 8;

/** Walks until the end or the first difference. Returns how many lost objects were reported. */
async function walk(adapter: Adapter, seed: number): Promise<number> {
  const tenant = await startTenant({
    // Pages of two objects, and timestamps that differ from the `Date` header.
    ...(seed % 2 === 0 && { pageLimit: 2 }),
    clockSkewMs: [0, 0, 3000, -3000, 10_000, -10_000][seed % 6] ?? 0,
  });
  const provider = await adapter.start({ ...tenant.environment, AUTH0_MAX_RETRIES: "1" });
  const stack = walkStack(tenant, provider);
  /** The objects that somebody else has added. */
  const foreign = new Map<string, object>();
  let program: Program = new Map();
  const messages: string[] = [];
  /** How many messages there were when the tenant and the state last agreed. */
  let settled = 0;
  let reported = 0;

  const record = (errors: CallError[]) => messages.push(...errors.map(({ message }) => message));
  const must = (errors: CallError[]) => expect(errors.map(({ message }) => message)).toEqual([]);

  async function take(step: Step, tag: string): Promise<void> {
    program = edited(program, step, tag);
    step.outside.forEach((one, index) => {
      const entry = stack.entries().find(({ name }) => name === one.slot);
      const added = changeOutside(tenant, one, entry, `${tag}-${index}`);
      if (added) foreign.set(`${added.id}`, added);
    });
    for (const one of step.faults) tenant.addFault(one);
    const refused = step.refresh ? await stack.refresh() : [];
    record(refused.length > 0 ? refused : await stack.up(program, step.together));
    tenant.clearFaults();
    tenant.finishLateWork();
  }

  /** The tenant's objects that are neither in the state nor somebody else's. */
  const unknown = () =>
    listedKinds.flatMap((kind) =>
      [...collectionOf(tenant, kind).keys()]
        .filter((id) => !stack.ids().includes(id) && !foreign.has(id))
        .map((id) => ({ kind, id })),
    );

  /** Messages report each unknown object, by its id or as a new object of its kind. */
  function deleteReported(): void {
    const left = messages.slice(settled);
    settled = messages.length;
    for (const { kind, id } of unknown()) {
      const text = `Look for a new ${kind.name} in the tenant`;
      const index = left.findIndex((message) => message.includes(id) || message.includes(text));
      expect([`${kind.name} ${id}`, left.splice(Math.max(index, 0), 1).length, index >= 0]).toEqual(
        [`${kind.name} ${id}`, 1, true],
      );
      collectionOf(tenant, kind).delete(id);
      reported++;
    }
  }

  /** After a refresh and an up, the tenant, the state, and the program agree, whatever happened. */
  async function settle(): Promise<void> {
    deleteReported();
    must(await stack.refresh());
    must(await stack.up(program, true));
    expect(
      stack
        .entries()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...program.keys()].sort());
    for (const entry of stack.entries()) {
      const { kind, name, id } = entry;
      expectStored(tenant, entry);
      expectStored(tenant, { ...entry, inputs: program.get(name)?.inputs ?? {} });
      expect(entry.outs).toMatchObject(setByService(tenant, kind, id));
    }
    expect(unknown()).toEqual([]);
    for (const [id, object] of foreign) expect(objectsIn(tenant).get(id)).toEqual(object);
    const before = structuredClone(stack.entries().map(({ kind: _, ...entry }) => entry));
    must(await stack.refresh());
    expect(stack.entries()).toMatchObject(before);
    tenant.clearRequests();
    expect([await stack.plan(program), tenant.requests]).toEqual([[], []]);
  }

  try {
    for (const [index, step] of stepsOf(seed).entries()) {
      const error = await take(step, `${seed}-${index}`)
        .then(() => (index % 8 === 7 ? settle() : undefined))
        .catch((reason: Error) => reason);
      if (error) throw new Error(`${error.message}\nStep ${index}: ${JSON.stringify(step)}`);
    }
    program = new Map();
    await settle();
    expect([...objectsIn(tenant).keys()].sort()).toEqual([...foreign.keys()].sort());
  } finally {
    messages.push(await provider.stop());
    await tenant.close();
  }
  expect(leaksIn(messages.join())).toEqual([]);
  return reported;
}

const replayable = (adapter: Adapter, seed: number) =>
  walk(adapter, seed).catch((error: Error) => {
    throw new Error(`${error.message}\nReplay: make walk seed=${seed}`);
  });

forEachAdapter((adapter) => {
  test("after any faults, a refresh and an up make tenant, state, and program agree", async () => {
    const count = WALK_SEED ? 1 : runsFor(adapter, walks);
    let reported = 0;
    for (let first = 0; first < count; first += atOnce) {
      const seeds = Array.from({ length: atOnce }, (_, index) => seed + first + index);
      const ends = seeds.slice(0, count - first).map((one) => replayable(adapter, one));
      reported += (await Promise.all(ends)).reduce((sum, one) => sum + one, 0);
    }
    // Most creates whose response was lost are found again.
    expect(reported).toBeLessThan(5 + count * 2);
  });
});
