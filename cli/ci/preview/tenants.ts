import type { EngineEvent } from "@pulumi/pulumi/automation";
import { mapProps } from "../../../provider/shared/json";
import { providerUrn } from "../../../provider/shared/urn";
import {
  domainOf,
  providerOf,
  type StackConfiguration,
  type StackProvider,
} from "../../shared/providerConfiguration";
import { resourceOf, type StateResource } from "../../shared/state";

/** The hosts of the tenants that an update sends requests to, by the providers of its objects. */
export async function tenantsIn(
  events: Iterable<EngineEvent>,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  let configuration: StackConfiguration = {};
  const providers: Pick<StateResource, "urn" | "inputs">[] = [];
  const served = new Map<string, Pick<StateResource, "type" | "provider">>();
  for (const { preludeEvent, resourcePreEvent } of events) {
    if (preludeEvent) configuration = mapProps(preludeEvent.config ?? {}, (value) => ({ value }));
    const state = resourcePreEvent?.metadata.new ?? resourcePreEvent?.metadata.old;
    if (state === undefined) continue;
    const { urn, type, provider, inputs } = state;
    if (type.startsWith("pulumi:providers:")) providers.push({ urn, inputs });
    else if (resourceOf(type)) served.set(provider, { type, provider: providerUrn(provider) });
  }
  const tenantOf = (provider: StackProvider) =>
    domainOf(provider, async () => configuration, env).catch(
      () => "a tenant that is not known yet",
    );
  const tenants = [...served.values()].map((object) => tenantOf(providerOf(object, providers)));
  return [...new Set(await Promise.all(tenants))].sort();
}
