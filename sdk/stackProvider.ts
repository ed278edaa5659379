import { ProviderResource } from "@pulumi/pulumi/resource";
import { getMonitor } from "@pulumi/pulumi/runtime/settings";
import { configurationNamespaceKey, pluginPackage } from "../provider/stateContract";
import { pluginNamespace, sharedNamespace, stackConfiguration } from "./stackConfiguration";

/** The name of the provider in the state. It never changes: states would get another provider. */
export const stackProviderName = "auth0-configuration";

/** By run of a program: one process can run several, each with its own connection to the engine. */
const providersByRun = new WeakMap<object, ProviderResource | undefined>();

/**
 * The provider of the resources without one, in a stack that is configured by `auth0:*` and not by
 * `auth0-native:*`: the engine gives a plugin only the configuration of its own namespace. Undefined if
 * the engine's default provider of the plugin has all it needs.
 */
export function stackProvider(): ProviderResource | undefined {
  const run = getMonitor() ?? withoutEngine;
  if (!providersByRun.has(run)) providersByRun.set(run, makeProvider());
  return providersByRun.get(run);
}

/** Stands for the connection in a program that runs outside of Pulumi. */
const withoutEngine = {};

class StackProvider extends ProviderResource {}

function makeProvider(): ProviderResource | undefined {
  const configuration = stackConfiguration(sharedNamespace);
  const isConfigured = Object.keys(configuration).length > 0;
  if (!isConfigured || pluginNamespace() !== sharedNamespace) return undefined;

  const inputs = { ...configuration, [configurationNamespaceKey]: sharedNamespace };
  return new StackProvider(pluginPackage, stackProviderName, inputs);
}
