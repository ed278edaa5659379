import { isPlaceholder } from "../../provider/schema/placeholder";
import type { Target } from "../shared/pulumi";
import { runPulumi } from "../shared/runPulumi";
import { countOf } from "../shared/text";
import { type ImportPlan, secretsOf } from "./importPlan";
import type { ImportTarget } from "./openTarget";

/** The secret in a stack's configuration. A placeholder that the user has copied there doesn't count. */
export function configuredSecret(
  { project, configuration }: Pick<ImportTarget, "project" | "configuration">,
  configKey: string,
): string | undefined {
  const value = configuration[`${project.name}:${configKey}`]?.value;
  return value && !isPlaceholder(value) ? value : undefined;
}

/**
 * Copies the secrets of another tool's state into the stack's configuration if it lacks them. Pulumi encrypts them
 * there, and the program reads them.
 */
export async function setOldSecrets(plan: ImportPlan, { name, folder }: Target): Promise<void> {
  const secrets = secretsOf(plan).filter(({ inConfiguration }) => inConfiguration === undefined);
  const old = secrets.filter(({ inOldState }) => inOldState !== undefined);
  if (old.length === 0) return;
  const count = countOf(old.length, "secret");
  console.error(`setting ${count} in the configuration of the stack ${name}`);
  // The calls run in turn, because each changes the same file. Arguments would show in the list of processes.
  for (const { configKey, inOldState } of old) {
    const args = ["config", "set", "--secret", "--raw", configKey, "--stack", name];
    await runPulumi(args, folder, { input: inOldState });
  }
}
