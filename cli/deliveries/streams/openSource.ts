import type { Logger } from "../../../provider/shared/logger";
import { stderrLogger } from "../../shared/logger";
import { parseTarget, pulumiCommand } from "../../shared/pulumi";
import type { StreamSource } from "./source";
import type { StackOption } from "./stackOption";
import { stackSource } from "./stackSource";
import { tenantSource } from "./tenantSource";

/** Where the stream of a command is looked for. */
export async function openSource(
  { stack, cwd }: StackOption,
  logger: Logger = stderrLogger,
): Promise<StreamSource> {
  if (stack === undefined) return tenantSource(process.env, logger);
  const target = parseTarget(stack, cwd);
  return stackSource(await pulumiCommand(), target, logger);
}
