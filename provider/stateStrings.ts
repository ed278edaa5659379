/**
 * Every string that this package writes into a state or that the engine knows by its exact text.
 * States hold these strings for years, so none of them ever changes: another text makes existing
 * states unreadable or plans a replacement of every object. Property names are not here: they are
 * in schema.json. A resource's fixed id is in its definition.
 */
import type { Json } from "./shared/json";

/** The engine starts the dynamic-provider plugin for types of this package, and for no other. */
export const dynamicPackage = "pulumi-nodejs";

/** The engine's type of a resource, by its name in schema.json. Every URN contains it. */
export function typeToken(resourceName: string): string {
  return `${dynamicPackage}:dynamic/auth0-native:${resourceName}`;
}

/** The stand-alone plugin: its name, and the namespace of its configuration. */
export const pluginPackage = "auth0-native";

/** The namespace of the dynamic provider's configuration, which it shares with the official provider. */
export const sharedNamespace = "auth0";

/** The engine's type of a resource that the plugin serves, which is also its token in schema.json. */
export function pluginTypeToken(resourceName: string): string {
  return `${pluginPackage}:index:${resourceName}`;
}

/** The name in schema.json of a resource's type, whichever adapter serves it; undefined for other types. */
export function resourceNameOf(type: string): string | undefined {
  const prefix = [typeToken(""), pluginTypeToken("")].find((one) => type.startsWith(one));
  return prefix === undefined ? undefined : type.slice(prefix.length);
}

/**
 * The input of the plugin's Provider that says that its other inputs come from the stack's
 * configuration, and in which namespace a key has an effect there. Such a provider reads the
 * environment too, as the default one does. The SDK sets it where a stack is configured by `auth0:*`,
 * which the engine does not pass to the plugin.
 */
export const configurationNamespaceKey = "configurationNamespace";

/** The input and output that names the provider's code, in every resource of the dynamic provider. */
export const providerKey = "__provider";

/** The export of `pulumi-auth0-native/provider` that serves a resource: provider/index.ts. */
export function handlerName(resourceName: string): string {
  return resourceName.charAt(0).toLowerCase() + resourceName.slice(1);
}

/**
 * The value of `__provider`. Pulumi's own dynamic resources store serialized code there; this constant
 * loads the installed package instead. It is small, it is the same on every machine, and `refresh` and
 * `destroy` run the installed version.
 */
export function providerText(resourceName: string): string {
  return `exports.handler = () => require("pulumi-auth0-native/provider").${handlerName(resourceName)};`;
}

/**
 * The input that the SDK sends in place of all others when it has already reported the errors of a
 * resource's arguments. The provider's check then fails without repeating them.
 */
export const toldKey = "__told";

/**
 * Pulumi's mark of a secret: an object with this key and value, in states, in events, in import files,
 * and between the engine and a provider. `specialSigKey` and `specialSecretSig` in
 * sdk/nodejs/runtime/rpc.ts of pulumi/pulumi.
 */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** A value with the mark, between the engine and a provider. */
export const secretValue = (value: Json): Json => ({ [signatureKey]: secretSignature, value });

/** Whether a value is a secret with Pulumi's mark. */
export const isSecretMark = (value: Record<string, unknown>): boolean =>
  value[signatureKey] === secretSignature;
