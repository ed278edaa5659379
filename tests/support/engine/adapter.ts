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
  /** What the engine calls where a preview shows the create of such a program. */
  previewCreate(kind: string, program: Props): Promise<void>;
  create(kind: string, inputs: Props): Promise<{ id: string; properties: Props }>;
  read(
    kind: string,
    id: string,
    properties: Props,
  ): Promise<{ id: string; properties: Props; inputs: Props | undefined }>;
  update(kind: string, id: string, olds: Props, news: Props): Promise<{ properties: Props }>;
  delete(kind: string, id: string, properties: Props): Promise<void>;
  /** Ends the process, and gives all that it wrote and told the user. */
  stop(): Promise<string>;
  /** What it told the user who asks for `--debug`. */
  debugLines: string[];
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

/** All that differs on purpose between the adapters, beside what only the plugin can do. */
export interface Differences {
  /** The namespace of the configuration, which messages name. */
  namespace: "auth0" | "auth0-native";
  /** What fails if the settings are wrong: `configure` itself, or each call that comes after it. */
  wrongSettingsFail: "configure" | "every call";
  /** What `diff` says of a difference. Where it says "unknown", the engine compares the inputs itself. */
  difference: "unknown" | "some";
  /** The command in messages that adopts the object with this id as the resource that a call is about. */
  adoptCommand(kind: string, id: string): string;
}

/** What a read returns of an object that does not exist any more. */
export const gone = { id: "", properties: {}, inputs: undefined };
