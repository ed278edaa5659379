import { Output } from "@pulumi/pulumi/output";
import type { CustomResourceOptions } from "@pulumi/pulumi/resource";
import { getStackResource } from "@pulumi/pulumi/runtime/stack";
import {
  idViolation,
  naturalKeyOf,
  type ResourceDefinition,
} from "../provider/resources/definition";
import { resourceSchema } from "../provider/schema/packageSchema";
import { isUnknown } from "../provider/schema/unknown";
import { validator } from "../provider/schema/validate";
import { joinWords } from "../provider/schema/wording";
import { docsUrl, npxCommand } from "../provider/shared/command";
import type { Props } from "../provider/shared/json";
import type { Adapter } from "./adapter";
import { claim } from "./claims";
import { previewValues } from "./previewValues";
import { providerOf } from "./resourceOptions";
import { passesUnknownValues } from "./stackConfiguration";
import { mayBeTransformed } from "./transformations";

export const argumentsNotAnObject =
  "Pass the arguments as an object. Its properties can be Outputs.";

const importNotSupported = `The import option isn't supported here, because Pulumi can't import dynamic resources. Remove the option, then adopt the object with \`${npxCommand} import --id <id> --as <name> --run\`. More: ${docsUrl}/adopt.md`;

type Options = CustomResourceOptions;

/**
 * The errors of a resource that can be found when the program constructs it, a message each. The provider
 * checks the values that are not known yet, and what a transform of the engine may still set.
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

  const { inputs } = resourceSchema(definition.name);
  const known = previewValues(args ?? {});
  const isPartial = mayBeTransformed(opts);
  const validate = validator(inputs, { isPartial });
  const found = validate(known);
  // A Provider's own settings are not known here, so it checks such values itself.
  const maySend = () =>
    isPartial || providerOf(adapter, opts) !== undefined || passesUnknownValues(adapter);
  const errors = found.length > 0 && maySend() ? validate(known, undefined, []) : found;
  return errors.length > 0 || isPartial
    ? errors
    : conflictErrors(adapter, definition, name, known as Props, opts);
}

export function isOutputOrPromise(value: unknown): boolean {
  return Output.isInstance(value) || value instanceof Promise;
}

/** An id that is an Output is not known here. */
function idErrors(definition: ResourceDefinition, id: Options["id"]): string[] {
  const violation = typeof id === "string" ? idViolation(definition, id) : undefined;
  return violation === undefined ? [] : [violation];
}

/** A tenant has one object with a fixed id, and one with a natural key. */
function conflictErrors(
  adapter: Adapter,
  definition: ResourceDefinition,
  name: string,
  inputs: Props,
  opts: Options,
): string[] {
  const { fixedId, naturalKey = [] } = definition;
  const run = getStackResource();
  const key = fixedId ?? knownKey(definition, inputs, opts);
  if (run === undefined || key === undefined) return [];
  const provider = providerOf(adapter, opts);
  const firstName = claim(run, `${definition.name} ${key}`, { provider, name });
  if (firstName === undefined) return [];
  const [what, consequence] = fixedId
    ? ["manages the same object", "each update would overwrite the other's values"]
    : [`has the same ${joinWords(naturalKey, "and")}`, "Auth0 would reject the duplicate"];
  return [
    `it ${what} as "${firstName}" in this tenant, so ${consequence}. ` +
      "Change or remove one of them, or pass a Provider for a different tenant.",
  ];
}

/** The natural key, if the constructor knows it: with ignoreChanges, the object may have another one. */
function knownKey(
  definition: ResourceDefinition,
  inputs: Props,
  { ignoreChanges = [] }: Options,
): string | undefined {
  const mayDiffer = definition.naturalKey?.some(
    (key) => ignoreChanges.includes(key) || isUnknown(inputs[key]),
  );
  return mayDiffer || ignoreChanges.includes("*") ? undefined : naturalKeyOf(definition, inputs);
}
