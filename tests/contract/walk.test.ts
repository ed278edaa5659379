import { expect, test } from "@jest/globals";
import { startTenant } from "../../emulator/src";
import type { Adapter } from "../support/engine/adapter";
import { forEachAdapter, runsFor } from "../support/engine/adapters";
import type { CallError } from "../support/engine/resourceProvider";
import { collectionOf, objectsIn } from "../support/tenant/objects";
import { kindNamed } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";
import { clearDisturbances, disturb, needsNewProcess } from "../support/walk/disturbances";
import { changeOutside } from "../support/walk/outsideChanges";
import {
  describeStep,
  type Route,
  routes,
  tenantOptions,
  together,
  walkError,
} from "../support/walk/seeds";
import { walkStack } from "../support/walk/stack";
import { differences, setByService, unknownObjects, unreported } from "../support/walk/tenant";
import { type Program, programsOf, type Step, stepsOf } from "../support/walk/walk";

const settleEvery = 8;
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Walks until the end or the first difference. Returns how often each kind of step was done. */
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
  const addedOutside = new Map<string, object>();
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
      // Only the state of a partly failed step has its secrets.
      expect(leaksIn(`${message} ${partial?.reasons}`, [...tokens])).toEqual([]);
    }
    done.rejected = (done.rejected ?? 0) + errors.length;
  }
  const must = (errors: CallError[]) => {
    recordErrors(errors);
    expect(errors.map(({ message }) => message)).toEqual([]);
  };

  async function restart(): Promise<void> {
    // A new run of the engine takes this long to start, so that existing objects are older than the run.
    await delay(1000);
    expectSilent(await provider.stop(), tokens);
    provider = await start();
  }

  async function take(step: Step, index: number): Promise<void> {
    history.push(describeStep(step, index));
    step.outsideChanges.forEach((one, count) => {
      const entry = stack.entries().find(({ name }) => name === one.slot);
      const added = changeOutside(tenant, one, entry, `${seed}-${index}-${count}`);
      if (added) addedOutside.set(`${added.id}`, structuredClone(added));
    });
    disturb(tenant, step.disturbances);
    const failed = step.refresh ? await stack.refresh() : [];
    const errors = failed.length > 0 ? failed : await stack.up(program, step.together);
    clearDisturbances(tenant);
    for (const { headers } of tenant.requests)
      if (headers.authorization) tokens.add(String(headers.authorization).slice(-60));
    tenant.clearRequests();
    recordErrors(errors);
    if (needsNewProcess(step.disturbances)) await restart();
  }

  /** After a refresh and an up, the tenant, the state, and the program agree, whatever happened. */
  async function resolveUncertain(): Promise<void> {
    const found = unknownObjects(tenant, new Set([...stack.ids(), ...addedOutside.keys()]));
    expect(unreported(found, messages)).toEqual([]);
    messages = [];
    for (const { kind, id } of found) {
      record(`reported ${id}`);
      collectionOf(tenant, kindNamed(kind)).delete(id);
    }
    done.reported = (done.reported ?? 0) + found.length;
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
    expect(unknownObjects(tenant, new Set([...stack.ids(), ...addedOutside.keys()]))).toEqual([]);
    const others = objectsIn(tenant);
    for (const [id, object] of addedOutside) expect(others.get(id)).toEqual(object);

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
    expect([...objectsIn(tenant).keys()].sort()).toEqual([...addedOutside.keys()].sort());
    expectSilent(await provider.stop(), tokens);
    return done;
  } catch (error) {
    await provider.stop();
    throw walkError(route, history, error);
  } finally {
    await tenant.close();
  }
}

function expectSilent(output: string, tokens: Set<string>): void {
  expect(leaksIn(output, [...tokens, "emulator-client-secret"])).toEqual([]);
}

/** The kinds of steps that a long run includes. */
const everything = [
  ...["create", "delete", "missing", "partial create", "partial update", "read"],
  ...["rejected", "replace", "reported", "settled", "update"],
];

forEachAdapter((adapter) => {
  test("after any faults, a refresh and an up make tenant, state, and program agree", async () => {
    const all = routes(runsFor(adapter, 16), 30);
    const done = await together(all, (route) => walk(adapter, route));
    const { create = 0, replace = 0, reported = 0 } = done;
    expect(reported).toBeLessThan(5 + (create + replace) / 8);
    if (all.length > 20) expect(Object.keys(done).sort()).toEqual(everything);
  });
});
