import { expect, test } from "@jest/globals";
import { startTenant } from "../../emulator/src";
import type { Adapter } from "../support/engine/adapter";
import { forEachAdapter, runsFor } from "../support/engine/adapters";
import type { CallError } from "../support/engine/resourceProvider";
import { collectionOf, objectsIn } from "../support/tenant/objects";
import { kindNamed } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";
import { meddle } from "../support/walk/meddling";
import {
  astray,
  describeStep,
  type Route,
  routes,
  tenantOptions,
  together,
} from "../support/walk/seeds";
import { walkStack } from "../support/walk/stack";
import { differences, orphans, setByService, untold } from "../support/walk/tenant";
import { calm, needsNewProcess, trouble } from "../support/walk/troubles";
import { type Program, programsOf, type Step, stepsOf } from "../support/walk/walk";

const settleEvery = 8;
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Walks until the end or the first disagreement, and gives what was done, by kind. */
async function walk(adapter: Adapter, route: Route): Promise<Record<string, number>> {
  const { seed, steps } = route;
  const history: string[] = [];
  const tenant = await startTenant(tenantOptions(route));
  const environment = {
    ...tenant.environment,
    AUTH0_MAX_RETRIES: seed % 8 === 0 ? "2" : "1",
  };
  const start = () => adapter.start(environment);
  let provider = await start();
  const stack = walkStack(tenant, () => provider);
  const { done } = stack;
  const foreign = new Map<string, object>();
  let program: Program = new Map();
  let messages: string[] = [];
  const tokens = new Set<string>();

  const record = (what: string) => {
    history[history.length - 1] += `\n    ${what}`;
  };
  function recordErrors(errors: CallError[]): void {
    for (const { message, partial } of errors) {
      record(message);
      messages.push(message);
      // The state of a half-done step holds its secrets, in the engine's care.
      expect(leaksIn(`${message} ${partial?.reasons}`, [...tokens])).toEqual([]);
    }
    done.refused = (done.refused ?? 0) + errors.length;
  }
  const must = (errors: CallError[]) => {
    recordErrors(errors);
    expect(errors.map(({ message }) => message)).toEqual([]);
  };

  async function restart(): Promise<void> {
    // As long as a run of the engine takes to start: its objects are older than this then.
    await delay(1000);
    expectSilent(await provider.stop(), tokens);
    provider = await start();
  }

  async function take(step: Step, index: number): Promise<void> {
    history.push(describeStep(step, index));
    step.meddling.forEach((one, count) => {
      const entry = stack.entries().find(({ name }) => name === one.slot);
      const added = meddle(tenant, one, entry, `${seed}-${index}-${count}`);
      if (added) foreign.set(`${added.id}`, structuredClone(added));
    });
    trouble(tenant, step.troubles);
    const failed = step.refresh ? await stack.refresh() : [];
    const errors = failed.length > 0 ? failed : await stack.up(program, step.together);
    calm(tenant);
    for (const { headers } of tenant.requests)
      if (headers.authorization) tokens.add(String(headers.authorization).slice(-60));
    tenant.clearRequests();
    recordErrors(errors);
    if (needsNewProcess(step.troubles)) await restart();
  }

  /** Whatever has happened: a refresh and an up, and all agree. */
  async function resolveUncertain(): Promise<void> {
    const found = orphans(tenant, new Set([...stack.ids(), ...foreign.keys()]));
    expect(untold(found, messages)).toEqual([]);
    messages = [];
    for (const { kind, id } of found) {
      record(`told to look for ${id}`);
      collectionOf(tenant, kindNamed(kind)).delete(id);
    }
    done.told = (done.told ?? 0) + found.length;
    must(await stack.refresh());
    must(await stack.up(program, true));
    done.settled = (done.settled ?? 0) + 1;

    expect(
      stack
        .entries()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...program.keys()].sort());
    for (const entry of stack.entries()) {
      expect(differences(tenant, entry)).toEqual([]);
      const { inputs = {} } = program.get(entry.name) ?? {};
      expect(differences(tenant, { ...entry, inputs })).toEqual([]);
      expect(entry.outs).toMatchObject(setByService(tenant, entry));
    }
    expect(orphans(tenant, new Set([...stack.ids(), ...foreign.keys()]))).toEqual([]);
    const others = objectsIn(tenant);
    for (const [id, object] of foreign) expect(others.get(id)).toEqual(object);

    const before = structuredClone(stack.entries());
    must(await stack.refresh());
    expect(stack.entries()).toEqual(before);
    tenant.clearRequests();
    expect(await stack.plan(program)).toHaveLength(0);
    expect(tenant.requests).toEqual([]);
  }

  try {
    const all = stepsOf(seed, steps);
    const programs = programsOf(all, String(seed));
    for (const [before, step] of all.entries()) {
      const index = before + 1;
      program = programs[before] ?? program;
      await take(step, index);
      if (index % settleEvery === 0 || index === steps) await resolveUncertain();
    }
    program = new Map();
    await resolveUncertain();
    expect([...objectsIn(tenant).keys()].sort()).toEqual([...foreign.keys()].sort());
    expectSilent(await provider.stop(), tokens);
    return done;
  } catch (error) {
    await provider.stop();
    throw astray(route, history, error);
  } finally {
    await tenant.close();
  }
}

function expectSilent(output: string, tokens: Set<string>): void {
  expect(leaksIn(output, [...tokens, "emulator-client-secret"])).toEqual([]);
}

/** What a run long enough meets. */
const everything = [
  ...["create", "delete", "gone", "half a create", "half an update", "read"],
  ...["refused", "replace", "settled", "told", "update"],
];

forEachAdapter((adapter) => {
  test("after any faults, a refresh and an up make tenant, state and program agree", async () => {
    const all = routes(runsFor(adapter, 16), 30);
    const done = await together(all, (route) => walk(adapter, route));
    const { create = 0, replace = 0, told = 0 } = done;
    expect(told).toBeLessThan(5 + (create + replace) / 8);
    if (all.length > 20) expect(Object.keys(done).sort()).toEqual(everything);
  });
});
