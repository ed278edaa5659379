import type { Props } from "../../../provider/shared/json";
import { CallError, type ResourceProvider, type Subject } from "./resourceProvider";

/**
 * A running provider process, as every adapter serves it: a caller passes and gets plain values, as a
 * program knows them. The adapter adds what its own protocol needs and takes it away again. A kind is the
 * name of a resource in schema.json.
 */
export interface ProviderProcess {
  check(
    kind: string,
    olds: Props,
    news: Props,
  ): Promise<{ inputs: Props; failures: { property: string; reason: string }[] }>;
  diff(
    kind: string,
    id: string,
    olds: Props,
    news: Props,
  ): Promise<{
    changes: "unknown" | "none" | "some";
    replaces: string[];
    deleteBeforeReplace: boolean;
  }>;
  /** The call that the engine makes to preview a create. */
  previewCreate(kind: string, program: Props): Promise<void>;
  create(kind: string, inputs: Props): Promise<{ id: string; properties: Props }>;
  read(
    kind: string,
    id: string,
    properties: Props,
  ): Promise<{ id: string; properties: Props; inputs: Props | undefined }>;
  update(kind: string, id: string, olds: Props, news: Props): Promise<{ properties: Props }>;
  delete(kind: string, id: string, properties: Props): Promise<void>;
  /** Ends the process, and returns its output and its messages to the user. */
  stop(): Promise<string>;
}

/** One way in which Pulumi calls the lifecycle. */
export interface Adapter {
  name: "dynamic" | "plugin";
  /**
   * Starts a process as the engine does. `configuration` has the names of the configuration variables
   * without a namespace. With `environmentPrefix` it is that of an explicit provider.
   */
  start(environment: Record<string, string>, configuration?: Props): Promise<ProviderProcess>;
  differences: Differences;
}

/** The intended differences between the adapters, except for features that only the plugin has. */
export interface Differences {
  /** Whether `configure` or each later call fails if the settings are wrong. */
  wrongSettingsFail: "configure" | "every call";
  /** The result of `diff` for a difference. If it is "unknown", the engine compares the inputs itself. */
  difference: "unknown" | "some";
}

/** The result of a read if the object no longer exists. */
export const gone = { id: "", properties: {}, inputs: undefined };

/** How an adapter's protocol carries the properties of a resource. */
export interface Form {
  subject(kind: string): Subject;
  sent(kind: string, props: Props): Props;
  received(kind: string, props: Props): Props;
  /** The inputs that a state has beside these outputs, if the adapter reads them. */
  oldInputs(kind: string, outputs: Props): Props | undefined;
}

type Calls = Pick<ResourceProvider, "diff" | "create" | "read" | "update" | "delete">;

/** The calls that differ between the adapters only in the form of the properties. */
export function callsIn({ subject, sent, received, oldInputs }: Form, provider: Calls) {
  const partly = (kind: string) => (error: unknown) => {
    throw error instanceof CallError ? error.map((props) => received(kind, props)) : error;
  };
  return {
    async diff(kind, id, olds, news) {
      const [state, inputs] = [sent(kind, olds), sent(kind, news)];
      const found = await provider.diff(subject(kind), id, state, inputs, oldInputs(kind, olds));
      const { changes, replaces, deleteBeforeReplace } = found;
      return { changes, replaces, deleteBeforeReplace };
    },
    async create(kind, inputs) {
      const created = provider.create(subject(kind), sent(kind, inputs));
      const { id, properties } = await created.catch(partly(kind));
      return { id, properties: received(kind, properties) };
    },
    async read(kind, id, props) {
      const state = sent(kind, props);
      const live = await provider.read(subject(kind), id, state, oldInputs(kind, props));
      if (live.id === "") return gone;
      const inputs = live.inputs && received(kind, live.inputs);
      return { id: live.id, properties: received(kind, live.properties), inputs };
    },
    async update(kind, id, olds, news) {
      const [state, inputs] = [sent(kind, olds), sent(kind, news)];
      const old = { oldInputs: oldInputs(kind, olds) };
      const updated = provider.update(subject(kind), id, state, inputs, old);
      const { properties } = await updated.catch(partly(kind));
      return { properties: received(kind, properties) };
    },
    delete: (kind, id, props) =>
      provider.delete(subject(kind), id, sent(kind, props), oldInputs(kind, props)),
  } satisfies Partial<ProviderProcess>;
}
