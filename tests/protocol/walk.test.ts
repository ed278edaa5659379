import { randomInt } from "node:crypto";
import { expect, test } from "@jest/globals";
import { startTenant } from "../../emulator/src";
import type { Adapter } from "../support/engine/adapter";
import { forEachAdapter, runsFor } from "../support/engine/adapters";
import type { CallError } from "../support/engine/resourceProvider";
import { isFull } from "../support/sample";
import { collectionOf, objectsIn, setByService, store } from "../support/tenant/objects";
import { listedKinds } from "../support/values/kinds";
import { type Program, walkStack } from "../support/walk/stack";
import { changeOutside, edited, stepsOf } from "../support/walk/steps";

const { WALK_SEED } = process.env;
const seed = Number(WALK_SEED || randomInt(2 ** 30));
const walks = isFull ? 125 : 1;

/** Walks until the end or the first difference. */
async function walk(adapter: Adapter, seed: number): Promise<void> {
  const tenant = await startTenant({
    // Pages of two objects, and timestamps that differ from the `Date` header.
    ...(seed % 2 === 0 && { pageLimit: 2 }),
    clockSkewMs: [0, 0, 3000, -3000, 10_000, -10_000][seed % 6] ?? 0,
  });
  const provider = await adapter.start({ ...tenant.environment, AUTH0_MAX_RETRIES: "1" });
  const stack = walkStack(tenant, provider);
  for (const kind of listedKinds)
    store(tenant, kind, kind.id("someone"), { ...kind.first, ...kind.unique("someone") });
  /** Somebody else's objects. */
  const foreign = structuredClone(objectsIn(tenant));
  let program: Program = new Map();
  /** The provider's errors since the tenant and the state last agreed. */
  let errors: CallError[] = [];

  const must = (failed: CallError[]) => expect(failed.map(({ message }) => message)).toEqual([]);

  /** The tenant's objects that are neither in the state nor somebody else's. */
  const unknown = () =>
    listedKinds.flatMap((kind) =>
      [...collectionOf(tenant, kind).keys()]
        .filter((id) => !stack.ids().includes(id) && !foreign.has(id))
        .map((id) => ({ kind, id })),
    );

  /** After a refresh and an up, the tenant, the state, and the program agree, whatever happened. */
  async function settle(): Promise<void> {
    // Messages report each unknown object, by its id or as a new object of its kind.
    const text = errors.map(({ message }) => message).join();
    errors = [];
    for (const { kind, id } of unknown()) {
      const reports = [id, `Look for a new ${kind.name} in the tenant`];
      expect([id, reports.some((one) => text.includes(one))]).toEqual([id, true]);
      collectionOf(tenant, kind).delete(id);
    }
    must(await stack.refresh());
    must(await stack.up(program));
    expect(new Set(stack.entries().map(({ name }) => name))).toEqual(new Set(program.keys()));
    for (const entry of stack.entries()) {
      stack.expectStored(entry, entry.inputs);
      stack.expectStored(entry, program.get(entry.name)?.inputs ?? {});
      expect(entry.outs).toMatchObject(setByService(tenant, entry.kind, entry.id));
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
      program = edited(program, step, `${seed}-${index}`);
      for (const one of step.outside) changeOutside(tenant, one, stack.idOf(one.slot));
      for (const one of step.faults) tenant.addFault(one);
      const failed = step.refresh ? await stack.refresh() : [];
      errors.push(...(failed.length > 0 ? failed : await stack.up(program)));
      tenant.clearFaults();
      tenant.finishLateWork();
      if (index % 8 === 7) await settle();
    }
    program = new Map();
    await settle();
    expect(objectsIn(tenant)).toEqual(foreign);
  } catch (error) {
    throw new Error(`${(error as Error).message}\nReplay: make walk seed=${seed}`);
  } finally {
    await provider.stop();
    await tenant.close();
  }
}

forEachAdapter((adapter) => {
  test("after any faults, a refresh and an up make tenant, state, and program agree", async () => {
    const count = WALK_SEED ? 1 : runsFor(adapter, walks);
    const seeds = Array.from({ length: count }, (_, index) => seed + index);
    while (seeds.length > 0) await Promise.all(seeds.splice(0, 8).map((one) => walk(adapter, one)));
  });
});
