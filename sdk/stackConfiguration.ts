import { type Input, secret } from "@pulumi/pulumi/output";
import * as runtimeConfig from "@pulumi/pulumi/runtime/config";
import {
  type ProgramConfiguration,
  programConfiguration,
} from "../provider/config/pluginConfiguration";
import type { SettingsSource } from "../provider/config/settings";
import { configVariables } from "../provider/schema/packageSchema";
import type { Adapter } from "./adapter";

/** Finds values in the configuration of this stack. */
export function stackSettings(): SettingsSource {
  const values = runtimeConfig.allConfig();
  return { get: (key) => values[key] };
}

/** What configures the plugin in this stack. */
export const pluginConfiguration = (): ProgramConfiguration =>
  programConfiguration(stackSettings());

/**
 * Whether the stack's settings let values pass that schema.json doesn't have. The default provider's settings
 * are those of the stack.
 */
export function passesUnknownValues({ servedBy }: Adapter): boolean {
  const { get } = servedBy === "plugin" ? pluginConfiguration().source : stackSettings();
  return (get("auth0:unknownValues") ?? process.env.AUTH0_UNKNOWN_VALUES) === "warn";
}

/** The name and the value of a provider's input, for a key of the configuration. */
export function inputOf(key: string): [string, Input<string>] {
  const name = key.slice(key.indexOf(":") + 1);
  const value = runtimeConfig.getConfig(key) ?? "";
  return [name, configVariables[name]?.secret || isEncrypted(key) ? secret(value) : value];
}

/** Whether the stack's settings encrypt a value. Pulumi's type declarations omit the function. */
function isEncrypted(key: string): boolean {
  const { isConfigSecret } = runtimeConfig as { isConfigSecret?(key: string): boolean };
  return isConfigSecret?.(key) ?? true;
}
