/** The options that say where a stream is. */
export interface StackOption {
  /** The stack that has the stream; without it, the tenant of the environment is meant. */
  stack?: string;
  /** The folder of the Pulumi program. */
  cwd: string;
}
