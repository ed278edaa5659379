import { parseTarget, pulumiCommand } from "../../shared/pulumi";
import type { StreamSource } from "./source";
import { stackSource } from "./stackSource";
import { tenantSource } from "./tenantSource";

/** The options that say where a stream is. */
export interface StackOption {
  /** The stack that has the stream; without it, the tenant of the environment is meant. */
  stack?: string;
  /** The folder of the Pulumi program. */
  cwd: string;
}

/** Where the stream of a command is looked for. */
export async function openSource({ stack, cwd }: StackOption): Promise<StreamSource> {
  if (stack === undefined) return tenantSource(process.env);
  const target = parseTarget(stack, cwd);
  return stackSource(await pulumiCommand(), target);
}
