import { Output } from "@pulumi/pulumi/output";
import type { CustomResourceOptions } from "@pulumi/pulumi/resource";
import { getStackResource } from "@pulumi/pulumi/runtime/stack";
import { idViolation, type ResourceDefinition } from "../provider/resources/definition";
import { resourceSchema } from "../provider/schema/packageSchema";
import { validator } from "../provider/schema/validate";
import { npxCommand } from "../provider/shared/command";
import type { Adapter } from "./adapter";
import { previewValues } from "./previewValues";
import { providerOf } from "./resourceOptions";
import { claimSingleton } from "./singletons";

export const argumentsNotAnObject =
  "pass the arguments as an object; its properties may be Outputs";

const importNotSupported = `the option import is not supported: for an import, Pulumi does not send a dynamic provider its code; remove the option, and adopt the object with \`${npxCommand} import --id <id> --as <name> --run\` (docs/adopt.md of pulumi-auth0-native)`;

type Options = CustomResourceOptions;

/**
 * The errors of a resource that can be found when the program constructs it, a message each. Values
 * that are not known yet are checked by the provider.
 */
export function checkArguments(
  adapter: Adapter,
  definition: ResourceDefinition,
  name: string,
  args: unknown,
  opts: Options,
): string[] {
  if (opts.import !== undefined && adapter.servedBy !== "plugin") return [importNotSupported];
  if (opts.id !== undefined || opts.urn !== undefined) return idErrors(definition, opts.id);
  if (isOutputOrPromise(args)) return [argumentsNotAnObject];

  const { inputs, outputs } = resourceSchema(definition.name);
  const errors = validator(inputs, { outputs })(previewValues(args ?? {}));
  return errors.length > 0 ? errors : singletonErrors(adapter, definition, name, opts);
}

export function isOutputOrPromise(value: unknown): boolean {
  return Output.isInstance(value) || value instanceof Promise;
}

/** An id that is an Output is not known here. */
function idErrors(definition: ResourceDefinition, id: Options["id"]): string[] {
  const violation = typeof id === "string" ? idViolation(definition, id) : undefined;
  return violation === undefined ? [] : [violation];
}

/** Of an object with a fixed id a tenant has one, so two resources would overwrite each other. */
function singletonErrors(
  adapter: Adapter,
  definition: ResourceDefinition,
  name: string,
  opts: Options,
): string[] {
  const run = getStackResource();
  if (run === undefined || definition.fixedId === undefined) return [];
  const provider = providerOf(adapter, opts);
  const firstName = claimSingleton(run, { type: definition.name, provider, name });
  if (firstName === undefined) return [];
  return [
    `a tenant has only one, which "${firstName}" manages already: the two would overwrite each other in every update; remove one, or give this one a Provider of another tenant`,
  ];
}
