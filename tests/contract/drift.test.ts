import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { startTenant, type Tenant } from "../../emulator/src";
import { naturalKeyOf } from "../../provider/resources/definition";
import type { Props } from "../../provider/shared/json";
import type { ProviderProcess } from "../support/engine/adapter";
import { forEachAdapter, runsFor } from "../support/engine/adapters";
import { randomRuns } from "../support/sample";
import { collectionOf, wireName } from "../support/tenant/objects";
import { inputsOf } from "../support/values/arbitrary";
import { type Kind, kinds, listedKinds } from "../support/values/kinds";

async function inTurns<T, U>(all: T[], work: (one: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  const left = [...all.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) done[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  return done;
}

forEachAdapter((adapter) => {
  let tenant: Tenant;
  let provider: ProviderProcess;

  beforeAll(async () => {
    tenant = await startTenant();
    provider = await adapter.start(tenant.environment);
  });
  afterAll(async () => {
    await provider.stop();
    await tenant.close();
  });

  const kindRuns = randomRuns(runsFor(adapter, 450));

  test("no random valid input drifts", async () => {
    const used = new Set<string>();
    /** The service refuses a second object with the same natural key. */
    const distinct = (kind: Kind, program: Props, index: number): Props => {
      const key = naturalKeyOf(kind.definition, program);
      const isUsed = key !== undefined && used.has(`${kind.name} ${key}`);
      used.add(`${kind.name} ${key}`);
      return isUsed ? { ...program, ...kind.unique(`another-${index}`) } : program;
    };
    const programs = kinds.flatMap((kind) => {
      const numRuns = kind.routes.list ? kindRuns : Math.ceil(kindRuns / 4);
      const all = fc.sample(inputsOf(kind.resource.inputs), numRuns);
      return all.map((one, index) => ({ kind: kind.name, program: distinct(kind, one, index) }));
    });
    const made = await inTurns(programs, async ({ kind, program }) => {
      const { inputs, failures } = await provider.check(kind, {}, program);
      expect(failures).toEqual([]);
      return { kind, inputs, ...(await provider.create(kind, inputs)) };
    });
    // What is a set comes back in any order.
    for (const kind of kinds)
      for (const [key, { uniqueItems }] of Object.entries(kind.resource.inputs.properties))
        for (const { [wireName(key)]: value } of collectionOf(tenant, kind).values())
          if (uniqueItems && Array.isArray(value)) value.reverse();
    tenant.clearRequests();
    const drifted = await inTurns(made, async ({ kind, id, properties, inputs }) => {
      const live = await provider.read(kind, id, properties);
      const { changes } = await provider.diff(kind, id, live.properties, inputs);
      const whole = isDeepStrictEqual(live, { id, properties, inputs });
      return whole && changes === "none" ? [] : [{ inputs, live, changes }];
    });
    expect(drifted.flat()).toEqual([]);
    expect(drifted.length).toBeGreaterThan(2 * kindRuns);
    expect(tenant.apiRequests().length).toBeLessThanOrEqual(10 * listedKinds.length);
  });
});
