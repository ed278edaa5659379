import { configVariables } from "../schema/packageSchema";
import { isObject, mapProps, type Props } from "../shared/json";
import { parseUrn } from "../shared/urn";
import { configurationNamespaceKey, pluginPackage } from "../stateContract";
import { type Lookup, numberOr } from "./settings";

/** Inputs that the engine adds to those of a provider (pulumi/pulumi, pkg/resource/deploy/providers). */
const engineKeys = ["version", "pluginDownloadURL", "pluginChecksums", "__internal", "__defaults"];

/**
 * The inputs of a provider that schema.json describes. Numbers of a stack's configuration are texts, and a
 * program may write `null` to leave an input out.
 */
export function ownInputs(inputs: Props): Props {
  return mapProps(inputs, (value, key) => {
    if (engineKeys.includes(key) || key === configurationNamespaceKey) return undefined;
    if (value === null) return undefined;
    const isNumber = ["integer", "number"].includes(configVariables[key]?.type ?? "");
    return isNumber && typeof value === "string" ? numberOr(value) : value;
  });
}

/**
 * Finds settings in a provider's inputs. A provider that a program gives inputs reads the environment only
 * with `environmentPrefix`, so that the settings of two tenants are never mixed. Any input of the program
 * counts, also `null` or an empty text: the value may be missing by mistake.
 */
export function lookupIn(inputs: Props, urn: string): Lookup {
  const hasInputs = Object.keys(inputs).some((key) => !engineKeys.includes(key));
  const readsEnvironment = isOfStack(inputs, urn) || !hasInputs;
  return (key) => {
    const name = key.slice(key.indexOf(":") + 1);
    const value = inputs[name] as string | undefined;
    if (name === "environmentPrefix") return value ?? (readsEnvironment ? undefined : "");
    return value;
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
    "the provider has envVarMappings, which Pulumi has not applied, so the environment may name another tenant: run the command without --provider, with the variables AUTH0_* of the tenant",
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

/**
 * Every message names a setting by its key of the dynamic resources, such as `auth0:domain`. This is a mark,
 * which is replaced here where the user sets another key: a message comes from anywhere below, also through
 * the processes of Pulumi, which pass on nothing but its text.
 */
const ownKeys = new RegExp(`\\bauth0:(?=(${Object.keys(configVariables).join("|")})\\b)`, "g");

/** A message with the keys that the provider's user sets. */
export function withConfigurationKeys(message: string, inputs: Props, urn = ""): string {
  if (isOfStack(inputs, urn)) {
    return message.replace(ownKeys, `${inputs[configurationNamespaceKey] ?? pluginPackage}:`);
  }
  return withProviderArguments(message);
}

/** The stack's configuration does not reach an explicit provider: it has what the program gives it. */
export const withProviderArguments = (message: string): string =>
  message.replace(ownKeys, "the Provider's ");
