import type { Session } from "../../provider/lifecycle/session";
import { configVariables } from "../../provider/schema/packageSchema";
import type { Language } from "./languages";
import { type ImportTarget, sharedConfiguration } from "./openTarget";

/** A variable of the environment that gives the plugin a setting of the stack. */
export interface PluginVariable {
  name: string;
  /** Empty where the setting has none, which the plugin takes as not set. */
  value: string;
  /** The key of the stack's configuration that has this value, such as `auth0:clientSecret`. */
  configKey?: string;
  secret: boolean;
}

/**
 * The settings of a tenant, for an import that does not get them otherwise. Variables without a value
 * stand for those of this process: another tenant's token would be used before a client id.
 */
export function pluginVariables(
  target: ImportTarget,
  language: Language,
  { api: { settings } }: Session,
): PluginVariable[] {
  const shared = sharedConfiguration(target, language);
  if (!shared) return [];
  const { origin, formerDomain, audience, correlationIdPrefix, credentials, limits } = settings;
  const { timeoutMs, ...numbers } = limits;
  const resolved: Record<string, string | number | undefined> = {
    ...{ domain: shared.get("auth0:domain") ?? origin, formerDomain, audience },
    ...{ correlationIdPrefix, ...credentials, ...numbers, timeout: timeoutMs / 1000 },
  };
  return Object.entries(configVariables).map(([variable, { defaultInfo, secret = false }]) => {
    const configKey = shared.keyOf(`auth0:${variable}`);
    const configured = target.configuration[configKey];
    const value = String(resolved[variable] ?? "");
    return {
      name: defaultInfo.environment[0] ?? "",
      value,
      ...(configured?.value === value && value !== "" && { configKey }),
      secret: secret || configured?.secret === true,
    };
  });
}
