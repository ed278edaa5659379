import { placeholderPaths } from "../../provider/schema/placeholder";
import type { StackConfiguration } from "../shared/providerConfiguration";
import type { ImportTarget } from "./openTarget";
import { type PlannedSecret, qualifiedKey } from "./plan";
import type { FindSecret } from "./plannedObjects";

/** The secret that the stack's configuration has for a property; a placeholder that somebody has copied there is none. */
export function configuredSecret(
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
