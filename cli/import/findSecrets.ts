import { placeholderPaths } from "../../provider/schema/placeholder";
import type { ImportTarget } from "./openTarget";
import { qualifiedKey } from "./plan";
import type { FindSecret } from "./plannedObjects";

/** Finds secrets in the stack's configuration, by the keys that the program reads. */
export const secretsInConfiguration =
  ({ project, configuration }: Pick<ImportTarget, "project" | "configuration">): FindSecret =>
  (_object, secret) => {
    const value = configuration[qualifiedKey(project.name, secret)]?.value;
    // A placeholder that somebody has copied from a generated program is no secret.
    const isKnown = value && placeholderPaths(value).length === 0;
    return isKnown ? { value, source: "configuration" } : undefined;
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
