import type { ManagementApi } from "../../../provider/api/managementApi";
import type { Target } from "../../shared/pulumi";

/** A stream and the tenant that has it. */
export interface TenantStream {
  api: ManagementApi;
  id: string;
  /** What people call it: its resource in the stack, else its name, else its id. */
  label: string;
  /** The stack whose resource it is; absent for a stream of the environment's tenant. */
  stack?: Target;
}

/** A stream of a list. */
export interface ListedStream {
  label: string;
  /** Throws if the configuration does not name the stream's tenant. */
  open(): Promise<TenantStream>;
}

/** Where streams are looked for: a stack, or the tenant of the environment. */
export interface StreamSource {
  /** The stack; absent for the tenant of the environment. */
  stack?: Target;
  /** For a message: `the stack production`, or the host of the tenant. */
  label: string;
  /** The stream that an argument of the command line names. Throws if there is none, or several. */
  find(argument: string): Promise<TenantStream>;
  /** All streams. One that cannot be opened does not fail the list. */
  all(): Promise<ListedStream[]>;
}
