import { isDeepStrictEqual } from "node:util";
import { expect } from "@jest/globals";
import type { Tenant } from "../../../emulator/src";
import { sortSets } from "../../../provider/schema/normalize";
import type { Props } from "../../../provider/shared/json";
import type { ProviderProcess } from "../engine/adapter";
import { CallError } from "../engine/resourceProvider";
import { collectionOf, wire } from "../tenant/objects";
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

type Job = () => Promise<void>;

/** Runs steps concurrently, as the engine does. */
async function execute(jobs: Job[]): Promise<CallError[]> {
  const ends = await Promise.allSettled(jobs.map((job) => job()));
  const errors = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  // Every error that the provider throws has code 2. Another code means that no response came.
  const broken = errors.find((error) => !(error instanceof CallError) || error.code !== 2);
  if (broken) throw broken;
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

  /** Asserts that the tenant has an entry's object with these inputs. */
  function expectStored({ kind, id }: Pick<Entry, "kind" | "id">, inputs: Props): void {
    const stored = collectionOf(tenant, kind).get(id) ?? {};
    const expected = wire(sortSets(kind.resource.inputs, inputs) as Props);
    expect({ id, ...only(stored, Object.keys(expected)) }).toEqual({ id, ...expected });
  }

  async function check({ name }: Kind, olds: Props, given: Props): Promise<Props> {
    const { inputs, failures } = await provider.check(name, olds, given);
    expect(failures).toEqual([]);
    return inputs;
  }

  async function create(name: string, kind: Kind, given: Props, old?: Entry): Promise<void> {
    const inputs = await check(kind, {}, given);
    const keep = (id: string, outs: Props, failed: boolean) => {
      // A singleton object is replaced by itself.
      const others = all().filter((other) => kind.routes.list || other !== old);
      expect(others.map((other) => other.id)).not.toContain(id);
      if (old) toDelete.push(old);
      live.set(name, { name, kind, id, inputs, outs, failed });
      expectStored({ kind, id }, inputs);
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
        expectStored(entry, only(inputs, keys));
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
  }

  /** The step of an `up` for one resource of the program, if it needs one. */
  async function stepFor(name: string, kind: Kind, given: Props): Promise<Job[]> {
    const old = live.get(name);
    if (!old) return [() => create(name, kind, given)];
    const inputs = await check(kind, old.inputs, given);
    const found = await provider.diff(kind.name, old.id, old.outs, inputs);
    // If the provider does not know, the engine compares inputs.
    const differs =
      found.changes === "unknown"
        ? !isDeepStrictEqual(old.inputs, inputs)
        : found.changes === "some";
    if (differs && found.replaces.length > 0) {
      if (!found.deleteBeforeReplace) return [() => create(name, kind, given, old)];
      return [() => remove(old).then(() => create(name, kind, given))];
    }
    if (differs || old.failed) return [() => update(old, inputs)];
    old.inputs = inputs;
    return [];
  }

  async function plan(program: Program): Promise<Job[]> {
    const jobs: Job[] = [];
    for (const [name, { kind, inputs }] of program)
      jobs.push(...(await stepFor(name, kind, inputs)));
    return jobs;
  }

  return {
    entries: () => [...live.values()],
    idOf: (name: string) => live.get(name)?.id,
    ids: () => all().map(({ id }) => id),
    expectStored,
    plan,
    refresh: () => execute([...live.values()].map((entry) => () => read(entry))),
    /** Deletes last, and only if everything else succeeded. */
    async up(program: Program): Promise<CallError[]> {
      const errors = await execute(await plan(program));
      if (errors.length > 0) return errors;
      const removed = [...live.values()].filter(({ name }) => !program.has(name));
      return execute([...toDelete, ...removed].map((entry) => () => remove(entry)));
    },
  };
}
