import { isDeepStrictEqual } from "node:util";
import { expect } from "@jest/globals";
import type { Tenant } from "../../../emulator/src";
import { canonical } from "../../../provider/schema/normalize";
import type { Props } from "../../../provider/shared/json";
import type { ProviderProcess } from "../engine/adapter";
import { CallError } from "../engine/resourceProvider";
import { secretProperties } from "../engine/secretValues";
import { collectionOf, wire, wireName } from "../tenant/objects";
import { type Kind, only } from "../values/kinds";

/** What a program declares, by logical name. */
export type Program = ReadonlyMap<string, { kind: Kind; inputs: Props }>;

/** A resource in the engine's state. */
export interface Entry {
  name: string;
  kind: Kind;
  id: string;
  inputs: Props;
  outs: Props;
  /** Whether it has init errors, which force an update. */
  failed: boolean;
}

/** Makes properties of Auth0 comparable: every array is a set, and secrets may be left out. */
export function comparable({ name }: Kind, object: Props, keys: string[], withSecrets: boolean) {
  const secrets = [...secretProperties(name).keys()].map(wireName);
  const entries = keys.map((key) => [wireName(key), object[wireName(key)] ?? null]);
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)), (key, item) => {
    if (!withSecrets && secrets.includes(key)) return undefined;
    return Array.isArray(item) ? item.map(canonical).sort() : item;
  });
}

/** Asserts that the tenant has an entry's object with these inputs. */
export function expectStored(
  tenant: Tenant,
  { kind, id }: Entry,
  inputs: Props,
  withSecrets = true,
): void {
  const found = collectionOf(tenant, kind).get(id);
  const [declared, stored] = [wire(inputs), found ?? {}].map((one) =>
    comparable(kind, one, Object.keys(inputs), withSecrets),
  );
  expect([id, found !== undefined, stored]).toEqual([id, true, declared]);
}

type Job = () => Promise<void>;

/** Runs steps as the engine does. After a failure, no step begins, unless they run concurrently. */
async function execute(jobs: Job[], together: boolean): Promise<CallError[]> {
  const errors: CallError[] = [];
  const attempt = (job: Job) =>
    job().catch((error: unknown) => {
      // Every error that the provider throws has code 2. Another code means that no response came.
      if (!(error instanceof CallError) || error.code !== 2) throw error;
      errors.push(error);
    });
  if (together) await Promise.all(jobs.map(attempt));
  else for (const job of jobs) if (errors.length === 0) await attempt(job);
  return errors;
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

  async function check({ name }: Kind, olds: Props, given: Props): Promise<Props> {
    const { inputs, failures } = await provider.check(name, olds, given);
    expect(failures).toEqual([]);
    return inputs;
  }

  async function create(name: string, kind: Kind, given: Props, old?: Entry): Promise<void> {
    const inputs = await check(kind, {}, given);
    const keep = (id: string, outs: Props, failed: boolean) => {
      const others = all().filter((other) => kind.routes.list || other !== old);
      expect(others.map((other) => other.id)).not.toContain(id);
      const entry = { name, kind, id, inputs, outs, failed };
      if (old) toDelete.push(old);
      live.set(name, entry);
      expectStored(tenant, entry, inputs);
    };
    await provider.create(kind.name, inputs).then(
      ({ id, properties }) => keep(id, properties, false),
      (error: CallError) => {
        if (error.partial) keep(error.partial.id, error.partial.properties, true);
        throw error;
      },
    );
  }

  async function update(entry: Entry, inputs: Props): Promise<void> {
    const { kind, id, outs } = entry;
    const keys = Object.keys(inputs).filter((key) => !isDeepStrictEqual(outs[key], inputs[key]));
    await provider.update(kind.name, id, outs, inputs).then(
      ({ properties }) => {
        Object.assign(entry, { inputs, outs: properties, failed: false });
        expectStored(tenant, entry, only(inputs, keys));
      },
      (error: CallError) => {
        // The engine keeps the old inputs if an update fails partly.
        if (error.partial) Object.assign(entry, { outs: error.partial.properties, failed: true });
        throw error;
      },
    );
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
    expectStored(tenant, entry, entry.inputs, false);
  }

  /** The steps of an `up`. */
  async function plan(program: Program): Promise<Job[]> {
    const jobs: Job[] = [];
    for (const [name, { kind, inputs: given }] of program) {
      const old = live.get(name);
      if (!old) {
        jobs.push(() => create(name, kind, given));
        continue;
      }
      const inputs = await check(kind, old.inputs, given);
      const found = await provider.diff(kind.name, old.id, old.outs, inputs);
      // If the provider does not know, the engine compares inputs.
      const differs =
        found.changes === "some" ||
        (found.changes === "unknown" && !isDeepStrictEqual(old.inputs, inputs));
      if (differs && found.replaces.length > 0) {
        const anew = (replaced?: Entry) => create(name, kind, given, replaced);
        jobs.push(
          found.deleteBeforeReplace ? () => remove(old).then(() => anew()) : () => anew(old),
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
