import { configVariables } from "../schema/packageSchema";
import { mapProps, type Props } from "../shared/json";
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
 * Finds settings in a provider's inputs. The default provider reads the environment too, and so does one
 * that the SDK has made of a stack's configuration; any other reads it only with `environmentPrefix`.
 */
export function lookupIn(inputs: Props, urn: string): Lookup {
  const readsEnvironment = isDefaultProvider(urn) || configurationNamespaceKey in inputs;
  return (key) => {
    const name = key.slice(key.indexOf(":") + 1);
    const value = inputs[name] as string | undefined;
    if (name === "environmentPrefix") return value ?? (readsEnvironment ? undefined : "");
    return value;
  };
}

/**
 * The engine names its own providers `default`, `default_0_1_0` by version and `default_https_/...` by
 * download URL (pulumi/pulumi, pkg/resource/deploy/providers/provider.go, DefaultName). A program may call
 * another one `default-eu`.
 */
export function isDefaultProvider(urn: string): boolean {
  const name = urn.slice(urn.lastIndexOf("::") + 2);
  return urn === "" || /^default(_\d+_\d+_\d+|_https?_|_git(hub)?_|$)/.test(name);
}

const ownKeys = new RegExp(`\\bauth0:(?=(${Object.keys(configVariables).join("|")})\\b)`, "g");
const configSet = /\brun `pulumi config set (auth0:\w+) [^`]*`/g;

/**
 * Messages name configuration by the keys of the dynamic resources; the plugin's users set others. The
 * stack's configuration does not reach an explicit provider: it has the inputs that the program gives it.
 */
export function withConfigurationKeys(message: string, inputs: Props, urn = ""): string {
  const namespace = inputs[configurationNamespaceKey];
  if (namespace !== undefined || isDefaultProvider(urn)) {
    return message.replace(ownKeys, `${namespace ?? pluginPackage}:`);
  }
  return message.replace(configSet, "set $1").replace(ownKeys, "the Provider's ");
}
