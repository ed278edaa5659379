import { isDeepStrictEqual } from "node:util";
import { expect } from "@jest/globals";
import type { Tenant } from "../../../emulator/src";
import { canonical } from "../../../provider/schema/normalize";
import type { Props } from "../../../provider/shared/json";
import type { ProviderProcess } from "../engine/adapter";
import { CallError } from "../engine/resourceProvider";
import { secretProperties } from "../engine/secretValues";
import { collectionOf, wire, wireName } from "../tenant/objects";
import type { Kind } from "../values/kinds";

/** What a program declares, by logical name. */
export type Program = ReadonlyMap<string, { kind: Kind; inputs: Props }>;

/** An object as a state describes it. */
export interface Claim {
  kind: Kind;
  id: string;
  inputs: Props;
}

/** A resource in the engine's state. */
interface Entry extends Claim {
  name: string;
  outs: Props;
  /** Whether it has init errors, which force an update. */
  failed: boolean;
}

/** Makes values comparable: every array is a set, and secrets are left out unless requested. */
export function comparable({ name }: Kind, value: unknown, withSecrets: boolean): unknown {
  const secrets = [...secretProperties(name).keys()].map(wireName);
  return JSON.parse(JSON.stringify(value ?? null), (key, item) => {
    if (!withSecrets && secrets.includes(key)) return undefined;
    return Array.isArray(item) ? item.map(canonical).sort() : item;
  });
}

/** Asserts that the tenant has what a claim says, in these inputs or in all. */
export function expectStored(
  tenant: Tenant,
  { kind, id, inputs }: Claim,
  keys = Object.keys(inputs),
  withSecrets = true,
): void {
  const found = collectionOf(tenant, kind).get(id);
  const [here, there] = [wire(inputs), found ?? {}].map((one) =>
    keys.map(wireName).map((key) => comparable(kind, { [key]: one[key] ?? null }, withSecrets)),
  );
  expect([id, found !== undefined, there]).toEqual([id, true, here]);
}

/**
 * Acts as the engine: keeps the state, calls the provider in the engine's order, and compares each response with
 * the tenant. Returns the provider's errors.
 */
export function walkStack(tenant: Tenant, provider: ProviderProcess) {
  const live = new Map<string, Entry>();
  /** Replaced objects that are not deleted yet. */
  let toDelete: Entry[] = [];
  const all = () => [...live.values(), ...toDelete];

  async function check(olds: Props, kind: Kind, given: Props): Promise<Props> {
    const { inputs, failures } = await provider.check(kind.name, olds, given);
    expect(failures).toEqual([]);
    return inputs;
  }

  async function create(name: string, kind: Kind, inputs: Props, old?: Entry): Promise<void> {
    const keep = (id: string, outs: Props, failed: boolean) => {
      expect(
        all().filter((other) => other.id === id && (kind.routes.list || other !== old)),
      ).toEqual([]);
      const entry = { name, kind, id, inputs, outs, failed };
      expectStored(tenant, entry);
      if (old) toDelete.push(old);
      live.set(name, entry);
    };
    try {
      const { id, properties } = await provider.create(kind.name, inputs);
      keep(id, properties, false);
    } catch (error) {
      if (error instanceof CallError && error.partial)
        keep(error.partial.id, error.partial.properties, true);
      throw error;
    }
  }

  async function update(entry: Entry, inputs: Props): Promise<void> {
    const { kind, id, outs } = entry;
    const keys = Object.keys(inputs).filter((key) => !isDeepStrictEqual(outs[key], inputs[key]));
    try {
      const { properties } = await provider.update(kind.name, id, outs, inputs);
      Object.assign(entry, { inputs, outs: properties, failed: false });
      expectStored(tenant, entry, keys);
    } catch (error) {
      // The engine keeps the old inputs if an update fails partly.
      if (error instanceof CallError && error.partial)
        Object.assign(entry, { outs: error.partial.properties, failed: true });
      throw error;
    }
  }

  async function remove(entry: Entry): Promise<void> {
    const { kind, id, outs, name } = entry;
    await provider.delete(kind.name, id, outs);
    // A process keeps a singleton object that it has seen declared.
    if (kind.routes.list) expect([...collectionOf(tenant, kind).keys()]).not.toContain(id);
    toDelete = toDelete.filter((other) => other !== entry);
    if (live.get(name) === entry) live.delete(name);
  }

  async function read(entry: Entry): Promise<void> {
    const { kind, id: before, outs, name } = entry;
    const { id, properties, inputs } = await provider.read(kind.name, before, outs);
    if (id === "") {
      expect([...collectionOf(tenant, kind).keys()]).not.toContain(before);
      live.delete(name);
      return;
    }
    Object.assign(entry, { inputs: inputs ?? entry.inputs, outs: properties, failed: false });
    expectStored(tenant, entry, undefined, false);
  }

  /** Runs steps as the engine does. After a failure, no step begins, unless they run concurrently. */
  async function execute(jobs: (() => Promise<void>)[], together: boolean): Promise<CallError[]> {
    const errors: CallError[] = [];
    const attempt = (job: () => Promise<void>) =>
      job().catch((error: unknown) => {
        // Every error that the provider throws has code 2. Another code means that no response came.
        if (!(error instanceof CallError) || error.code !== 2) throw error;
        errors.push(error);
      });
    if (together) await Promise.all(jobs.map(attempt));
    else for (const job of jobs) if (errors.length === 0) await attempt(job);
    return errors;
  }

  /** The steps of an `up`, with checked inputs. */
  async function plan(program: Program): Promise<(() => Promise<void>)[]> {
    const jobs: (() => Promise<void>)[] = [];
    for (const [name, { kind, inputs: given }] of program) {
      const old = live.get(name);
      const inputs = await check(old?.inputs ?? {}, kind, given);
      if (!old) {
        jobs.push(() => create(name, kind, inputs));
        continue;
      }
      const found = await provider.diff(kind.name, old.id, old.outs, inputs);
      const { changes, replaces, deleteBeforeReplace } = found;
      // If the provider does not know, the engine compares inputs.
      const differs =
        changes === "some" || (changes === "unknown" && !isDeepStrictEqual(old.inputs, inputs));
      if (differs && replaces.length > 0) {
        const anew = await check({}, kind, given);
        const replace = () => create(name, kind, anew, old);
        jobs.push(
          deleteBeforeReplace ? () => remove(old).then(() => create(name, kind, anew)) : replace,
        );
      } else if (differs || old.failed) jobs.push(() => update(old, inputs));
      else old.inputs = inputs;
    }
    return jobs;
  }

  return {
    entries: () => [...live.values()],
    ids: () => all().map(({ id }) => id),
    plan,
    refresh: () =>
      execute(
        [...live.values()].map((entry) => () => read(entry)),
        true,
      ),
    /** Deletes last, and only if everything else succeeded. */
    async up(program: Program, together: boolean): Promise<CallError[]> {
      const errors = await execute(await plan(program), together);
      if (errors.length > 0) return errors;
      const removed = [...live.values()].filter(({ name }) => !program.has(name));
      return execute(
        [...toDelete, ...removed].map((entry) => () => remove(entry)),
        together,
      );
    },
  };
}
