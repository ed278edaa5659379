import type { Props } from "../../../provider/shared/json";

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
