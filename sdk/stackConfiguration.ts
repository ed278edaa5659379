import * as pulumi from "@pulumi/pulumi";
import { configVariables } from "../provider/schema/packageSchema";
import { pluginPackage } from "../provider/stateContract";

/** The namespace of the dynamic provider's configuration, which it shares with the official provider. */
export const sharedNamespace = "auth0";

/** The namespace that configures the plugin in this stack: its own one, unless nothing is set there. */
export function pluginNamespace(): string {
  const own = Object.keys(stackConfiguration(pluginPackage));
  return own.length > 0 ? pluginPackage : sharedNamespace;
}

/**
 * The variables of schema.json that the stack's configuration sets in a namespace. An empty value counts
 * as not set, as it does for the provider.
 */
export function stackConfiguration(namespace: string): Record<string, pulumi.Input<string>> {
  const config = new pulumi.Config(namespace);
  const entries = Object.entries(configVariables).flatMap(([key, { secret = false }]) => {
    const value = config.get(key);
    if (!value) return [];
    const isSecret = secret || isEncrypted(`${namespace}:${key}`);
    return [[key, isSecret ? pulumi.secret(value) : value] as const];
  });
  return Object.fromEntries(entries);
}

/** Whether the stack's settings encrypt a value. Pulumi's type declarations omit the function. */
function isEncrypted(key: string): boolean {
  const { isConfigSecret } = pulumi.runtime as { isConfigSecret?(key: string): boolean };
  return isConfigSecret?.(key) ?? true;
}
