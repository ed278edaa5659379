import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { resourceSchema } from "../../provider/schema/packageSchema";
import type { Json, Props } from "../../provider/shared/json";
import { EventStream, GuardianFcmv1Provider, RateLimitPolicy } from "../../sdk";
import { withTenant } from "../support/engine/tenantAndStack";
import { collection, type Listed, lists, store } from "../support/tenant/randomTenants";
import { inputsOf } from "../support/values/arbitrary";

const classes = { EventStream, RateLimitPolicy };
const engine = withTenant({ pageLimit: 10 });
/** Said with every failure. */
const seed = Math.floor(Math.random() * 2 ** 31);

const sample = (kind: Listed | "GuardianFcmv1Provider", count: number, shift = 0): Props[] =>
  fc.sample(inputsOf(resourceSchema(kind).inputs), { seed: seed + shift, numRuns: count });

/** 50 objects, as random tenants might hold them: one policy for each consumer. */
const consumers = new Set<Json | undefined>();
const objects: Record<Listed, Props[]> = {
  EventStream: sample("EventStream", 25),
  RateLimitPolicy: sample("RateLimitPolicy", 24).map((inputs, index) => {
    const taken = consumers.has(inputs.consumerSelector);
    consumers.add(inputs.consumerSelector);
    return taken ? { ...inputs, consumerSelector: `client_id:number-${index}` } : inputs;
  }),
};

async function program(): Promise<void> {
  for (const kind of ["EventStream", "RateLimitPolicy"] as const) {
    for (const [index, inputs] of objects[kind].entries())
      new classes[kind](`${kind}-${index}`, inputs as never);
  }
  for (const inputs of sample("GuardianFcmv1Provider", 1))
    new GuardianFcmv1Provider("push", inputs as never);
}

/** Of three objects of a kind one goes, one becomes another, and one stays. */
function meddle(kind: Listed, round: number): void {
  const all = collection(engine.tenant, kind);
  const others = sample(kind, all.size, round + 1);
  [...all.keys()].forEach((id, index) => {
    const turn = (index + round) % 3;
    if (turn === 0) all.delete(id);
    const stored = others[index];
    if (turn === 1) store(engine.tenant, { kind, id, inputs: {}, stored, ours: true });
  });
}

const rounds = 5;

test("of 50 random objects none drifts; of five random tenants of theirs, a refresh by pages leaves the state that single reads leave", async () => {
  const { tenant } = engine;
  const stack = await engine.newStack();
  const up = await stack.up(program);
  expect({ seed, code: up.code, text: up.text }).toMatchObject({ code: 0 });
  const calm = await engine.during(() => stack.drift());
  expect({ seed, ...calm.result }).toMatchObject({ code: 0, steps: [] });
  // Six pages; how many reads come before enough of them wait depends on the machine.
  expect(calm.requests.length).toBeLessThan(49 / 2);

  const file = join(stack.home, "state/.pulumi/stacks/test/test.json");
  copyFileSync(file, `${file}.before`);
  const [streams, policies] = [new Map(tenant.streams), new Map(tenant.policies)];
  // How many reads gather depends on the machine: over all rounds each thing happens.
  let pages = 0;
  let expired = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [id, it] of streams) tenant.streams.set(id, it);
    tenant.policies.clear();
    for (const [id, it] of policies) tenant.policies.set(id, it);
    meddle("EventStream", round);
    meddle("RateLimitPolicy", round);

    // Streams: a checkpoint expires. Policies: arrays and page numbers, and others come before them.
    tenant.addFault({ route: lists.EventStream, kind: "expired", skip: 1 });
    let pagesRequested = 0;
    tenant.answer = ({ route }) => {
      if (route !== lists.RateLimitPolicy) return undefined;
      if (++pagesRequested === 2) putBefore();
      return { after: true, body: (answer: object) => Object.values(answer).find(Array.isArray) };
    };
    const paged = await engine.during(() => stack.refresh());
    expect(paged.result.code).toBe(0);
    pages += pagesRequested;
    if (tenant.faults.length === 0) expired++;
    tenant.clearFaults();
    const byPages = await resources();

    copyFileSync(`${file}.before`, file);
    tenant.answer = ({ route = "" }) =>
      Object.values(lists).includes(route) ? { status: 403, body: {} } : undefined;
    const alone = await engine.during(() => stack.refresh());
    expect(alone.result.code).toBe(0);
    expect(alone.requests.length).toBeGreaterThan(paged.requests.length);
    expect({ seed, round, resources: await resources() }).toEqual({
      seed,
      round,
      resources: byPages,
    });
    expect(byPages.length).toBeLessThan(50);
    copyFileSync(`${file}.before`, file);
  }
  expect(pages).toBeGreaterThan(rounds);
  expect(expired).toBeGreaterThan(0);

  /** What the state holds of each, secrets included, as text. */
  async function resources(): Promise<string[]> {
    const { resources } = await stack.state();
    return resources
      .filter(({ id }) => id !== undefined)
      .map(({ urn, id, inputs, outputs }) => JSON.stringify({ urn, id, inputs, outputs }))
      .sort();
  }
}, 400_000);

/** Somebody else's policies, before all others. */
function putBefore(): void {
  const { policies } = engine.tenant;
  const all = [...policies];
  policies.clear();
  for (let index = 0; index < 4; index++) {
    const inputs = {
      consumerSelector: `client_id:foreign-${index}`,
      configuration: { action: "allow" },
    };
    const id = `rlp_foreign${index}`;
    store(engine.tenant, { kind: "RateLimitPolicy", id, inputs, stored: inputs, ours: false });
  }
  for (const [id, policy] of all) policies.set(id, policy);
}
