import { isDeepStrictEqual } from "node:util";
import type { Tenant } from "../../../emulator/src";
import type { Props } from "../../../provider/shared/json";
import type { ProviderProcess } from "../engine/adapter";
import { CallError } from "../engine/resourceProvider";
import { kindNamed } from "../values/kinds";
import { type Claim, differences, stored } from "./tenant";
import type { Program } from "./walk";

/** What the engine's state holds of a resource. */
export interface Entry extends Claim {
  name: string;
  outs: Props;
  /** It has init errors, which force an update. */
  failed: boolean;
}

/**
 * The engine's part in a stack: in its order, with its state. Every answer that a call gives is
 * compared with the tenant at once; what disagrees throws, and what the provider refuses is told.
 */
export function walkStack(tenant: Tenant, provider: () => ProviderProcess) {
  const live = new Map<string, Entry>();
  /** Replaced, and not deleted yet. */
  let doomed: Entry[] = [];
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
      const taken = [...live.values(), ...doomed].some((other) => other.id === id && other !== old);
      const completed = old ? "replace" : "create";
      agree(failed ? "half a create" : completed, [
        ...differences(tenant, entry),
        ...(taken || old?.id === id ? [`${id} is another's`] : []),
      ]);
      if (old) doomed.push(old);
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
      // The engine keeps the old inputs then.
      if (error instanceof CallError && error.partial) {
        count("half an update");
        Object.assign(entry, { outs: error.partial.properties, failed: true });
      }
      throw error;
    }
  }

  async function remove(entry: Entry): Promise<void> {
    await provider().delete(entry.kind, entry.id, entry.outs);
    // Of objects that a tenant has once, a process keeps what it has seen declared.
    const left = kindNamed(entry.kind).routes.list && stored(tenant, entry);
    agree("delete", left ? [`${entry.id} is still there`] : []);
    doomed = doomed.filter((other) => other !== entry);
    if (live.get(entry.name) === entry) live.delete(entry.name);
  }

  async function read(entry: Entry): Promise<void> {
    const answer = await provider().read(entry.kind, entry.id, entry.outs);
    const { id, properties, inputs = entry.inputs } = answer;
    if (id === "") {
      agree("gone", stored(tenant, entry) ? [`${entry.id} is there, and was said to be gone`] : []);
      live.delete(entry.name);
    } else {
      Object.assign(entry, { inputs, outs: properties, failed: false });
      agree("read", differences(tenant, entry, { withSecrets: false }));
    }
  }

  /** Runs steps as the executor does: none is begun after a failure, unless they run together. */
  async function execute(jobs: (() => Promise<void>)[], together: boolean): Promise<CallError[]> {
    const errors: CallError[] = [];
    const attempt = (job: () => Promise<void>) =>
      job().catch((error: unknown) => {
        // Code 2 is what any thrown error becomes; another one means that no answer came.
        if (!(error instanceof CallError) || error.code !== 2) throw error;
        errors.push(error);
      });
    if (together) await Promise.all(jobs.map(attempt));
    else for (const job of jobs) if (errors.length === 0) await attempt(job);
    return errors;
  }

  return {
    /** What each resource of the state is called in the tenant. */
    entries: () => [...live.values()],
    ids: () => new Set([...live.values(), ...doomed].map(({ id }) => id)),
    done,

    async refresh(): Promise<CallError[]> {
      return execute(
        [...live.values()].map((entry) => () => read(entry)),
        true,
      );
    },

    /** What each step of an `up` would do, with the inputs that its check gave. */
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
        // Where the provider does not say, the engine compares inputs.
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

    /** Deletions come last, and only after everything else went well. */
    async up(program: Program, together: boolean): Promise<CallError[]> {
      const errors = await execute(await this.plan(program), together);
      if (errors.length > 0) return errors;
      const removed = [...live.values()].filter(({ name }) => !program.has(name));
      return execute(
        [...doomed, ...removed].map((entry) => () => remove(entry)),
        together,
      );
    },
  };
}
