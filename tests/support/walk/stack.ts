import { isDeepStrictEqual } from "node:util";
import type { Tenant } from "../../../emulator/src";
import type { Props } from "../../../provider/shared/json";
import type { ProviderProcess } from "../engine/adapter";
import { CallError } from "../engine/resourceProvider";
import { kindNamed } from "../values/kinds";
import { type Claim, differences, stored } from "./tenant";
import type { Program } from "./walk";

/** A resource in the engine's state. */
export interface Entry extends Claim {
  name: string;
  outs: Props;
  /** Whether it has init errors, which force an update. */
  failed: boolean;
}

/**
 * Acts as the engine: keeps the state, and calls the provider in the engine's order. Compares each
 * response with the tenant, and throws if they differ. Returns the provider's errors.
 */
export function walkStack(tenant: Tenant, provider: () => ProviderProcess) {
  const live = new Map<string, Entry>();
  /** Replaced objects that are not deleted yet. */
  let toDelete: Entry[] = [];
  const done: Record<string, number> = {};
  const count = (what: string) => {
    done[what] = (done[what] ?? 0) + 1;
  };

  function agree(what: string, differencesFound: string[]): void {
    count(what);
    if (differencesFound.length > 0) throw new Error(`${what}: ${differencesFound.join("; ")}`);
  }

  async function check(olds: Props, kind: string, given: Props): Promise<Props> {
    const { inputs, failures } = await provider().check(kind, olds, given);
    if (failures.length > 0) throw new Error(`check: ${JSON.stringify(failures)}`);
    return inputs;
  }

  async function create(name: string, kind: string, inputs: Props, old?: Entry): Promise<void> {
    const keep = (id: string, outs: Props, failed: boolean) => {
      const entry = { name, kind, id, inputs, outs, failed };
      const taken = [...live.values(), ...toDelete].some(
        (other) => other.id === id && other !== old,
      );
      const completed = old ? "replace" : "create";
      agree(failed ? "partial create" : completed, [
        ...differences(tenant, entry),
        ...(taken || old?.id === id ? [`${id} belongs to another resource`] : []),
      ]);
      if (old) toDelete.push(old);
      live.set(name, entry);
    };
    try {
      const { id, properties } = await provider().create(kind, inputs);
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
      const { properties } = await provider().update(kind, id, outs, inputs);
      Object.assign(entry, { inputs, outs: properties, failed: false });
      agree("update", differences(tenant, entry, { keys }));
    } catch (error) {
      // The engine keeps the old inputs if an update fails partly.
      if (error instanceof CallError && error.partial) {
        count("partial update");
        Object.assign(entry, { outs: error.partial.properties, failed: true });
      }
      throw error;
    }
  }

  async function remove(entry: Entry): Promise<void> {
    await provider().delete(entry.kind, entry.id, entry.outs);
    // A process keeps a singleton object that it has seen declared.
    const left = kindNamed(entry.kind).routes.list && stored(tenant, entry);
    agree("delete", left ? [`${entry.id} still exists`] : []);
    toDelete = toDelete.filter((other) => other !== entry);
    if (live.get(entry.name) === entry) live.delete(entry.name);
  }

  async function read(entry: Entry): Promise<void> {
    const answer = await provider().read(entry.kind, entry.id, entry.outs);
    const { id, properties, inputs = entry.inputs } = answer;
    if (id === "") {
      agree(
        "missing",
        stored(tenant, entry) ? [`${entry.id} exists, but was reported as missing`] : [],
      );
      live.delete(entry.name);
    } else {
      Object.assign(entry, { inputs, outs: properties, failed: false });
      agree("read", differences(tenant, entry, { withSecrets: false }));
    }
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

  return {
    entries: () => [...live.values()],
    ids: () => new Set([...live.values(), ...toDelete].map(({ id }) => id)),
    done,

    async refresh(): Promise<CallError[]> {
      return execute(
        [...live.values()].map((entry) => () => read(entry)),
        true,
      );
    },

    /** Returns the steps of an `up`, with checked inputs. */
    async plan(program: Program) {
      const jobs: (() => Promise<void>)[] = [];
      for (const [name, { kind, inputs: given }] of program) {
        const old = live.get(name);
        const inputs = await check(old?.inputs ?? {}, kind, given);
        if (!old) {
          jobs.push(() => create(name, kind, inputs));
          continue;
        }
        const found = await provider().diff(kind, old.id, old.outs, inputs);
        const { changes, replaces, deleteBeforeReplace } = found;
        // If the provider does not know, the engine compares inputs.
        const differs =
          changes === "some" || (changes === "unknown" && !isDeepStrictEqual(old.inputs, inputs));
        if (differs && replaces.length > 0) {
          const anew = await check({}, kind, given);
          jobs.push(
            deleteBeforeReplace
              ? () => remove(old).then(() => create(name, kind, anew))
              : () => create(name, kind, anew, old),
          );
        } else if (differs || old.failed) jobs.push(() => update(old, inputs));
        else old.inputs = inputs;
      }
      return jobs;
    },

    /** Deletes last, and only if everything else succeeded. */
    async up(program: Program, together: boolean): Promise<CallError[]> {
      const errors = await execute(await this.plan(program), together);
      if (errors.length > 0) return errors;
      const removed = [...live.values()].filter(({ name }) => !program.has(name));
      return execute(
        [...toDelete, ...removed].map((entry) => () => remove(entry)),
        together,
      );
    },
  };
}
