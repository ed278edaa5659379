import { placeholderPaths } from "../../provider/schema/placeholder";
import type { StackConfiguration } from "../shared/providerConfiguration";
import { runPulumi } from "../shared/runPulumi";
import { countOf } from "../shared/text";
import type { ImportTarget } from "./openTarget";
import { type FindSecret, type ImportPlan, type PlannedSecret, qualifiedKey } from "./plan";

/** The secret that the stack's configuration has for a property; a placeholder that the user has copied there is none. */
function configuredSecret(
  configuration: StackConfiguration,
  project: string,
  secret: PlannedSecret,
): string | undefined {
  const value = configuration[qualifiedKey(project, secret)]?.value;
  return value && placeholderPaths(value).length === 0 ? value : undefined;
}

/** Finds secrets in the stack's configuration, by the keys that the program reads. */
export const secretsInConfiguration =
  ({ project, configuration }: Pick<ImportTarget, "project" | "configuration">): FindSecret =>
  (_object, secret) => {
    const value = configuredSecret(configuration, project.name, secret);
    return value === undefined ? undefined : { value, source: "configuration" };
  };

/**
 * Finds secrets in another tool's state, else in the configuration. What the other tool has sent is what
 * the tenant has; a different value in the configuration is sent by the next `up`.
 */
export const preferOldState =
  (inOldState: FindSecret, inConfiguration: FindSecret): FindSecret =>
  (object, secret) => {
    const old = inOldState(object, secret);
    const configured = inConfiguration(object, secret);
    if (old === undefined) return configured;
    const isReplaced = configured !== undefined && configured.value !== old.value;
    return isReplaced ? { ...old, isReplaced } : old;
  };

/**
 * Sets the secrets that another tool's state has and the stack's configuration lacks, where Pulumi
 * encrypts them. The program reads them there.
 */
export async function setFoundSecrets(
  plan: ImportPlan,
  { stack: { name, folder }, configuration }: ImportTarget,
): Promise<void> {
  const secrets = secretsToSet(plan, configuration);
  if (secrets.length === 0) return;
  console.error(
    `setting ${countOf(secrets.length, "secret")} in the configuration of the stack ${name}`,
  );
  // One at a time, since each changes the same file. Arguments would show in the list of processes.
  for (const { configKey, value } of secrets) {
    const args = ["config", "set", "--secret", "--raw", configKey, "--stack", name];
    await runPulumi(args, folder, { input: value });
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
