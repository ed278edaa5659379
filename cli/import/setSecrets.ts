import { countOf } from "../shared/number";
import type { StackConfiguration } from "../shared/providerConfiguration";
import { runPulumi } from "../shared/runPulumi";
import { configuredSecret } from "./findSecrets";
import type { ImportTarget } from "./openTarget";
import type { ImportPlan, PlannedSecret } from "./plan";

/**
 * Sets the secrets that another tool's state has and the stack's configuration lacks, where Pulumi
 * encrypts them. The program reads them there.
 */
export async function setFoundSecrets(
  plan: ImportPlan,
  { pulumi, stack: { name, folder }, configuration }: ImportTarget,
): Promise<void> {
  const secrets = secretsToSet(plan, configuration);
  if (secrets.length === 0) return;
  console.error(
    `setting ${countOf(secrets.length, "secret")} in the configuration of the stack ${name}`,
  );
  // One at a time, since each changes the same file. Arguments would show in the list of processes.
  for (const { configKey, value } of secrets) {
    const args = ["config", "set", "--secret", "--raw", configKey, "--stack", name];
    await runPulumi(pulumi, args, folder, { input: value });
  }
}

export function secretsToSet(plan: ImportPlan, configuration: StackConfiguration): PlannedSecret[] {
  const secrets = plan.objects.flatMap(({ secrets }) => secrets);
  return secrets.filter(
    (secret) =>
      secret.value !== undefined &&
      configuredSecret(configuration, plan.project, secret) === undefined,
  );
}
