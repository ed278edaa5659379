import type { EngineEvent } from "@pulumi/pulumi/automation";
import { mapProps } from "../../../provider/shared/json";
import { dynamicPackage, pluginPackage } from "../../../provider/stateStrings";
import {
  domainOf,
  type StackConfiguration,
  type StackProvider,
} from "../../shared/providerConfiguration";

/** The hosts of the tenants that an update may send requests to. */
export async function tenantsIn(
  events: Iterable<EngineEvent>,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  let configuration: StackConfiguration = {};
  const providers: StackProvider[] = [];
  for (const { preludeEvent, resourcePreEvent } of events) {
    if (preludeEvent) configuration = mapProps(preludeEvent.config ?? {}, (value) => ({ value }));
    const { urn = "", type, inputs = {} } = stateIn(resourcePreEvent) ?? {};
    const isPlugin = type === `pulumi:providers:${pluginPackage}`;
    const isDynamic = type === `pulumi:providers:${dynamicPackage}`;
    // A provider counts even without an object, because the engine doesn't report lookups.
    if (isPlugin || isDynamic) providers.push({ urn, inputs, isPlugin });
  }
  const tenantOf = (provider: StackProvider, variables: NodeJS.ProcessEnv) =>
    domainOf(provider, async () => configuration, variables).catch(
      () => "a tenant that is not known yet",
    );
  const tenants = await Promise.all([
    ...providers.map((provider) => tenantOf(provider, env)),
    // Lookups and hooks without a Provider run in the program, with the stack's configuration.
    ...[true, false].map((isPlugin) => tenantOf({ urn: "", inputs: {}, isPlugin }, {})),
  ]);
  return [...new Set(tenants.filter((tenant) => tenant !== undefined))].sort();
}

const stateIn = (event: EngineEvent["resourcePreEvent"]) =>
  event?.metadata.new ?? event?.metadata.old;
