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

/** Walks until the end or the first difference. */
async function walk(adapter: Adapter, seed: number): Promise<void> {
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
  /** The provider's errors since the tenant and the state last agreed. */
  let errors: CallError[] = [];

  const must = (failed: CallError[]) => expect(failed.map(({ message }) => message)).toEqual([]);

  async function take(step: Step, tag: string): Promise<void> {
    program = edited(program, step, tag);
    step.outside.forEach((one, index) => {
      const entry = stack.entries().find(({ name }) => name === one.slot);
      const added = changeOutside(tenant, one, entry, `${tag}-${index}`);
      if (added) foreign.set(`${added.id}`, added);
    });
    for (const one of step.faults) tenant.addFault(one);
    const failed = step.refresh ? await stack.refresh() : [];
    errors.push(...(failed.length > 0 ? failed : await stack.up(program, step.together)));
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
    const text = errors.map(({ message }) => message).join();
    errors = [];
    expect(leaksIn(text)).toEqual([]);
    for (const { kind, id } of unknown()) {
      const isReported = [id, `Look for a new ${kind.name} in the tenant`].some((one) =>
        text.includes(one),
      );
      expect([kind.name, id, isReported]).toEqual([kind.name, id, true]);
      collectionOf(tenant, kind).delete(id);
    }
  }

  /** After a refresh and an up, the tenant, the state, and the program agree, whatever happened. */
  async function settle(): Promise<void> {
    deleteReported();
    must(await stack.refresh());
    must(await stack.up(program, true));
    const declared = stack.entries().map(({ name }) => name);
    expect(declared.sort()).toEqual([...program.keys()].sort());
    for (const entry of stack.entries()) {
      expectStored(tenant, entry, entry.inputs);
      expectStored(tenant, entry, program.get(entry.name)?.inputs ?? {});
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
      await take(step, `${seed}-${index}`);
      if (index % 8 === 7) await settle();
    }
    program = new Map();
    await settle();
    expect([...objectsIn(tenant).keys()].sort()).toEqual([...foreign.keys()].sort());
  } catch (error) {
    throw new Error(`${(error as Error).message}\nReplay: make walk seed=${seed}`);
  } finally {
    const output = await provider.stop();
    await tenant.close();
    expect(leaksIn(output)).toEqual([]);
  }
}

forEachAdapter((adapter) => {
  test("after any faults, a refresh and an up make tenant, state, and program agree", async () => {
    const count = WALK_SEED ? 1 : runsFor(adapter, walks);
    const seeds = Array.from({ length: count }, (_, index) => seed + index);
    while (seeds.length > 0)
      await Promise.all(seeds.splice(0, atOnce).map((one) => walk(adapter, one)));
  });
});
