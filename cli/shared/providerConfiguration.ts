import type { Stack } from "@pulumi/pulumi/automation";
import { parseDomain } from "../../provider/config/domain";
import {
  isOfStack,
  programConfiguration,
  providerSettings,
} from "../../provider/config/pluginConfiguration";
import {
  domainText,
  providerPrefix,
  type Settings,
  type SettingsSource,
  settingsFrom,
} from "../../provider/config/settings";
import { assertSameTenant } from "../../provider/lifecycle/session";
import { isObject, mapProps, type Props } from "../../provider/shared/json";
import {
  configurationNamespaceKey,
  isSecretMark,
  pluginPackage,
  pluginTypeToken,
} from "../../provider/stateStrings";
import { readState, type Target } from "./pulumi";
import { plainValue, resourceOf, type StateResource } from "./state";

export interface StackProvider {
  urn: string;
  inputs: Props;
  /** Whether it's the stand-alone plugin and not the dynamic provider. */
  isPlugin: boolean;
}

/** The values of a stack's configuration, by key such as `auth0:domain`. */
export type StackConfiguration = Awaited<ReturnType<Stack["getAllConfig"]>>;

/**
 * The resources of a stack. If a program passes secrets to a Provider of this package's objects, or to one of
 * these, the inputs of all providers are in plain text. No other command of Pulumi shows a Provider's secrets.
 */
export async function readWithProviders(
  stack: Target,
  providers: string[] = [],
): Promise<StateResource[]> {
  const { resources } = await readState(stack);
  const ofObjects = resources.flatMap(({ type, provider }) => (resourceOf(type) ? [provider] : []));
  const used = [...ofObjects, ...providers];
  const hasSecret = ({ urn, inputs }: StateResource) =>
    !isOfStack(inputs, urn) &&
    Object.values(inputs).some((one) => isObject(one) && isSecretMark(one));
  if (!resources.some((one) => used.includes(one.urn) && hasSecret(one))) return resources;

  const { resources: decrypted } = await readState(stack, { showSecrets: true });
  return decrypted.map((one) =>
    one.type.startsWith("pulumi:providers:")
      ? { ...one, inputs: mapProps(one.inputs, (value) => plainValue(value, source, advice)) }
      : one,
  );
}

const source = "the output of `pulumi stack export --show-secrets`";
const advice = "Check that the command `pulumi` is the Pulumi CLI";

/** The provider of an object of this package, among the resources of its state. */
export function providerOf(
  { type, provider: urn }: Pick<StateResource, "type" | "provider">,
  resources: Pick<StateResource, "urn" | "inputs">[],
): StackProvider {
  const { inputs = {} } = resources.find((resource) => resource.urn === urn) ?? {};
  return { urn, inputs, isPlugin: type.startsWith(pluginTypeToken("")) };
}

/**
 * A provider's settings. Throws if they are of another tenant than an object that the provider serves, by the
 * object's outputs.
 */
export async function settingsOf(
  provider: StackProvider,
  stackConfiguration: () => Promise<StackConfiguration>,
  kind = "",
  outputs: Props = {},
): Promise<Settings> {
  const settings = settingsFrom(
    await configurationOf(provider, stackConfiguration),
    variablesOf(provider, process.env),
  );
  assertSameTenant(settings, kind, outputs);
  return settings;
}

/** The host of a provider's tenant. Undefined if it isn't set. Throws if a preview doesn't know it yet. */
export async function domainOf(
  provider: StackProvider,
  stackConfiguration: () => Promise<StackConfiguration>,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const configuration = await configurationOf(provider, stackConfiguration);
  const text = domainText(configuration, variablesOf(provider, env));
  // Pulumi's placeholder for an unknown value isn't a host name, so parsing it throws.
  return text === undefined ? undefined : parseDomain(text).domain;
}

/** A provider's environment variables, which its `envVarMappings` rename. */
function variablesOf({ inputs }: StackProvider, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { envVarMappings = {} } = (inputs.__internal ?? {}) as Props;
  const renamed = Object.entries(envVarMappings as Props).flatMap(([from, to]) =>
    env[from] === undefined ? [] : [[String(to), env[from]]],
  );
  return { ...env, ...Object.fromEntries(renamed) };
}

/**
 * Finds a provider's settings in its inputs, if a program sets them, or else in the stack's configuration. In
 * the latter case the inputs are a copy of the configuration, with encrypted secrets.
 */
async function configurationOf(
  provider: StackProvider,
  stackConfiguration: () => Promise<StackConfiguration>,
): Promise<SettingsSource> {
  const { urn, inputs, isPlugin } = provider;
  if (!isOfStack(inputs, urn)) {
    if (isPlugin) return providerSettings(inputs, urn);
    const get = (key: string) => (inputs[key] ?? undefined) as string | undefined;
    return { get, settingPrefix: providerPrefix };
  }

  const settings = stackSettings(await stackConfiguration());
  if (!isPlugin) return settings;
  if (configurationNamespaceKey in inputs) return programConfiguration(settings).source;
  const settingPrefix = `${pluginPackage}:`;
  const get = (key: string) => settings.get(key.replace(/^auth0:/, settingPrefix));
  return { get, settingPrefix };
}

export function stackSettings(configuration: StackConfiguration): SettingsSource {
  const get = (key: string) => configuration[key]?.value;
  return { get };
}
