import { parseTarget, pulumiCommand } from "../../shared/pulumi";
import type { StreamSource } from "./source";
import type { StackOption } from "./stackOption";
import { stackSource } from "./stackSource";
import { tenantSource } from "./tenantSource";

/** Where the stream of a command is looked for. */
export async function openSource({ stack, cwd }: StackOption): Promise<StreamSource> {
  if (stack === undefined) return tenantSource(process.env);
  return stackSource(await pulumiCommand(), parseTarget(stack, cwd));
}
