import { Config } from "@pulumi/pulumi/config";
import { type Input, secret } from "@pulumi/pulumi/output";
import * as runtimeConfig from "@pulumi/pulumi/runtime/config";
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
export function stackConfiguration(namespace: string): Record<string, Input<string>> {
  const config = new Config(namespace);
  const entries = Object.entries(configVariables).flatMap(([key, variable]) => {
    const value = config.get(key);
    if (!value) return [];
    const isSecret = variable.secret || isEncrypted(`${namespace}:${key}`);
    return [[key, isSecret ? secret(value) : value] as const];
  });
  return Object.fromEntries(entries);
}

/** Whether the stack's settings encrypt a value. Pulumi's type declarations omit the function. */
function isEncrypted(key: string): boolean {
  const { isConfigSecret } = runtimeConfig as { isConfigSecret?(key: string): boolean };
  return isConfigSecret?.(key) ?? true;
}
