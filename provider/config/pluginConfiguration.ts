import { configVariables } from "../schema/packageSchema";
import { isObject, mapProps, type Props } from "../shared/json";
import { parseUrn } from "../shared/urn";
import { configurationNamespaceKey, pluginPackage, sharedNamespace } from "../stateStrings";
import { providerPrefix, type SettingsSource, typedValue } from "./settings";

/** Inputs that the engine adds to those of a provider (pulumi/pulumi, pkg/resource/deploy/providers). */
const engineKeys = ["version", "pluginDownloadURL", "pluginChecksums", "__internal", "__defaults"];

/**
 * The inputs of a provider that schema.json describes. Every value of a stack's configuration is a text, and
 * a program may write `null` to leave an input out.
 */
export function ownInputs(inputs: Props): Props {
  return mapProps(inputs, (value, key) => {
    if (engineKeys.includes(key) || key === configurationNamespaceKey) return undefined;
    if (value === null) return undefined;
    return typeof value === "string" ? typedValue(key, value) : value;
  });
}

/**
 * Finds settings in a provider's inputs. A provider that a program gives inputs reads the environment only
 * with `environmentPrefix`, so that the settings of two tenants are never mixed. Any input of the program
 * counts, also `null` or an empty text: the value may be missing by mistake.
 */
export function providerSettings(inputs: Props, urn: string): SettingsSource {
  const hasInputs = Object.keys(inputs).some((key) => !engineKeys.includes(key));
  const readsEnvironment = isOfStack(inputs, urn) || !hasInputs;
  const get = (key: string) => {
    const name = key.slice(key.indexOf(":") + 1);
    const value = inputs[name] as string | undefined;
    if (name === "environmentPrefix") return value ?? (readsEnvironment ? undefined : "");
    return value;
  };
  // The stack's configuration does not reach an explicit provider: it has what the program gives it.
  const settingPrefix = isOfStack(inputs, urn)
    ? `${inputs[configurationNamespaceKey] ?? pluginPackage}:`
    : providerPrefix;
  return { get, settingPrefix };
}

/** What configures the plugin of a TypeScript program. */
export interface ProgramConfiguration {
  source: SettingsSource;
  /** The key that sets what the dynamic provider calls `auth0:<name>`. */
  keyOf(key: string): string;
  /** The keys that set something. */
  keys: string[];
  /** Whether `auth0:*` sets something, which the engine does not pass to the plugin. */
  isShared: boolean;
  /** The namespace in which a key has an effect, whatever the other one has. */
  namespace: string;
}

/** Of each key, `auth0-native:<name>` wins over `auth0:<name>`. An empty value counts as not set. */
export function programConfiguration(stack: SettingsSource): ProgramConfiguration {
  const keyOf = (key: string) => {
    const own = key.replace(/^auth0:/, `${pluginPackage}:`);
    return stack.get(own) ? own : key;
  };
  const keys = Object.keys(configVariables)
    .map((name) => keyOf(`${sharedNamespace}:${name}`))
    .filter((key) => stack.get(key));
  const own = keys.filter((key) => key.startsWith(`${pluginPackage}:`));
  const namespace = own.length > 0 ? pluginPackage : sharedNamespace;
  const get = (key: string) => stack.get(keyOf(key));
  return {
    source: { get, settingPrefix: `${namespace}:` },
    keyOf,
    keys,
    isShared: own.length < keys.length,
    namespace,
  };
}

/** Whether a provider has the stack's configuration: the default one, and one that the SDK has made of it. */
export const isOfStack = (inputs: Props, urn: string): boolean =>
  isDefaultProvider(urn) || configurationNamespaceKey in inputs;

/**
 * The engine applies `envVarMappings` when it starts this process, and keeps them to itself. `pulumi do
 * --provider` starts the process without them, and passes them on.
 */
export function assertVariablesMapped({ __internal: internal }: Props): void {
  if (!isObject(internal) || internal.envVarMappings === undefined) return;
  throw new Error(
    "The provider has envVarMappings, which Pulumi doesn't apply here, " +
      "so the environment may be for a different tenant.\n" +
      "Run the command without --provider, and set the tenant's AUTH0_* variables.",
  );
}

/**
 * The engine names its own providers `default`, `default_0_1_0` by version and `default_https_/...` by
 * download URL (pulumi/pulumi, pkg/resource/deploy/providers/provider.go, DefaultName). A program may call
 * another one `default-eu`.
 */
export function isDefaultProvider(urn: string): boolean {
  return urn === "" || /^default(_\d+_\d+_\d+|_https?_|_git(hub)?_|$)/.test(parseUrn(urn).name);
}
