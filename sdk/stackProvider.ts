import { ProviderResource } from "@pulumi/pulumi/resource";
import { getMonitor } from "@pulumi/pulumi/runtime/settings";
import { configurationNamespaceKey, pluginPackage } from "../provider/stateContract";
import { currentAdapter } from "./adapter";
import { sharedByCopies } from "./copies";
import { inputOf, pluginConfiguration } from "./stackConfiguration";

/** The name of the provider in the state. It never changes: states would get another provider. */
export const stackProviderName = "auth0-configuration";

/** By run of a program: one process can run several, each with its own connection to the engine. */
const providersByRun = sharedByCopies(
  "providers",
  new WeakMap<object, ProviderResource | undefined>(),
);

/**
 * The provider of the resources without one, in a stack that is configured by `auth0:*`: the engine gives a
 * plugin only the configuration of its own namespace. Undefined if the engine's default provider of the
 * plugin has all it needs.
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
  const { keys, isShared, namespace } = pluginConfiguration();
  if (!isShared) return undefined;

  const inputs = Object.fromEntries(keys.map(inputOf));
  const marked = { ...inputs, [configurationNamespaceKey]: namespace };
  return new StackProvider(pluginPackage, stackProviderName, marked, currentAdapter().release);
}
