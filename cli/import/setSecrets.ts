import type { PulumiCommand } from "@pulumi/pulumi/automation";
import type { StackConfiguration } from "../shared/providerConfiguration";
import type { Target } from "../shared/pulumi";
import { runPulumi } from "../shared/runPulumi";
import type { ImportPlan, PlannedSecret } from "./plan";

/** Secrets that another tool's state has and the stack's configuration lacks. */
export function secretsToSet(plan: ImportPlan, configuration: StackConfiguration): PlannedSecret[] {
  const secrets = plan.objects.flatMap(({ secrets }) => secrets);
  return secrets.filter(
    ({ configKey, value }) =>
      value !== undefined && !configuration[`${plan.project}:${configKey}`]?.value,
  );
}

/** Sets secrets in the stack's configuration, where Pulumi encrypts them. The program reads them there. */
export async function setSecrets(
  pulumi: PulumiCommand,
  { name, folder }: Target,
  secrets: PlannedSecret[],
): Promise<void> {
  // One at a time, since each changes the same file. Arguments would show in the list of processes.
  for (const { configKey, value } of secrets) {
    const args = ["config", "set", "--secret", "--raw", configKey, "--stack", name];
    await runPulumi(pulumi, args, folder, { input: value });
  }
}
