import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import { startTenant } from "../../emulator/src";
import { EventStream, GuardianFcmv1Provider, RateLimitPolicy } from "../../sdk";
import { readAll, type TestStack, testStack } from "../support/engine/stack";
import type { StateResource } from "../support/engine/stateFile";
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
import { differences, orphans, setByService, untold } from "../support/walk/tenant";
import { calm, trouble } from "../support/walk/troubles";
import { type Program, programsOf, stepsOf } from "../support/walk/walk";

const settleEvery = 5;
const classes = { EventStream, RateLimitPolicy, GuardianFcmv1Provider };
const stacks: TestStack[] = [];

afterAll(() => {
  for (const stack of stacks) stack.remove();
});

const declared =
  (program: Program): PulumiFn =>
  async () => {
    for (const [slot, { kind, inputs }] of program) new classes[kind](slot, inputs as never);
  };

/** Of a resource in the state's file, as the engine writes it: asking the CLI for it takes long. */
type Saved = StateResource & { delete?: boolean };

/** Walks until the end or the first disagreement, and gives what was done, by kind. */
async function walk(route: Route): Promise<Record<string, number>> {
  const { seed, steps } = route;
  const history: string[] = [];
  const done = { refused: 0, settled: 0, told: 0 };
  const tenant = await startTenant(tenantOptions(route));
  const stack = await testStack({ ...tenant.environment, AUTH0_MAX_RETRIES: "1" });
  stacks.push(stack);
  const foreign = new Map<string, object>();
  let messages: string[] = [];

  function entries() {
    const path = join(stack.home, "state/.pulumi/stacks/test/test.json");
    const { resources = [] } = JSON.parse(readFileSync(path, "utf8")).checkpoint.latest ?? {};
    return (resources as Saved[]).flatMap(({ urn, id, outputs, delete: doomed }) =>
      id === undefined ? [] : [{ name: urn.split("::").at(-1) ?? "", id, outputs, doomed }],
    );
  }
  const live = () => entries().filter(({ doomed }) => !doomed);
  const strangers = () =>
    orphans(tenant, new Set([...entries().map(({ id }) => id), ...foreign.keys()]));

  async function run(program: Program, options: object): Promise<boolean> {
    const { code, text } = await stack.up(declared(program), options);
    expect(leaksIn(text, ["emulator-client-secret"])).toEqual([]);
    if (code === 0) return true;
    const lines = new Set(text.split("\n").map((line) => line.trim()));
    messages.push(...lines);
    history[history.length - 1] +=
      `\n    ${[...lines].filter((line) => /error|fail/.test(line)).join("\n    ")}`;
    return false;
  }

  /** Whatever has happened: a refresh and an up, and all agree. */
  async function resolveUncertain(program: Program): Promise<void> {
    const found = strangers();
    expect(untold(found, messages)).toEqual([]);
    messages = [];
    for (const { id } of found) {
      tenant.streams.delete(id);
      tenant.policies.delete(id);
    }
    done.told += found.length;
    expect(await run(program, { refresh: true })).toBe(true);
    done.settled++;

    const now = live();
    const ours = now.filter(({ name }) => program.has(name));
    expect(ours.map(({ name }) => name).sort()).toEqual([...program.keys()].sort());
    for (const { name, id, outputs } of ours) {
      const { kind = "EventStream" as const, inputs = {} } = program.get(name) ?? {};
      expect(differences(tenant, { kind, id, inputs })).toEqual([]);
      expect(outputs).toMatchObject(setByService(tenant, { kind, id }));
    }
    expect(strangers()).toEqual([]);
    const others = new Map<string, object>([...tenant.streams, ...tenant.policies]);
    for (const [id, object] of foreign) expect(others.get(id)).toEqual(object);

    const plan = await stack.preview(undefined, { refresh: true, expectNoChanges: true });
    expect(plan).toMatchObject({ code: 0, steps: [] });
  }

  try {
    const all = stepsOf(seed, steps);
    const programs = programsOf(all, String(seed));
    for (const [index, step] of all.entries()) {
      const program = programs[index] ?? new Map();
      history.push(describeStep(step, index + 1));
      const now = step.meddling.length > 0 ? live() : [];
      for (const [count, one] of step.meddling.entries()) {
        const id = now.find(({ name }) => name === one.slot)?.id;
        const added = meddle(tenant, one, id, `${seed}-${index}-${count}`);
        if (added) foreign.set(added.id, structuredClone(added));
      }
      trouble(tenant, step.troubles);
      const granted = await run(program, step.refresh ? { refresh: true } : {});
      calm(tenant);
      if (!granted) done.refused++;
      if ((index + 1) % settleEvery === 0 || index + 1 === steps) await resolveUncertain(program);
    }
    expect(await run(new Map(), {})).toBe(true);
    const left = [...tenant.streams.keys(), ...tenant.policies.keys()];
    expect(left.sort()).toEqual([...foreign.keys()].sort());
    expect(readAll(stack.home)).not.toContain("canary-");
    return done;
  } catch (error) {
    throw astray("engine", route, history, error);
  } finally {
    await tenant.close();
  }
}

test("after any faults, a refresh and an up make tenant, state and program agree", async () => {
  await together("engine", routes(2, 3), walk);
}, 600_000);
