import * as pulumi from "@pulumi/pulumi";
import { idForm } from "../provider/api/operation";
import type { ResourceDefinition } from "../provider/resources/definition";
import { resourceSchema } from "../provider/schema/packageSchema";
import { validator } from "../provider/schema/validate";
import { previewValues } from "./previewValues";

/** The package part that the engine serves by Pulumi's dynamic-provider process. */
export const dynamicPackage = "pulumi-nodejs";

export const wholeRefusal = "give an object as arguments; its properties may be Outputs";

type Options = pulumi.CustomResourceOptions;

/** What is wrong with a resource as the program constructs it, by what is known then. */
export function checkArguments(
  definition: ResourceDefinition,
  name: string,
  args: unknown,
  opts: Options,
): string[] {
  if (opts.import !== undefined) return [importRefusal];
  if (opts.id !== undefined || opts.urn !== undefined) return idProblems(definition, opts.id);
  if (pulumi.Output.isInstance(args) || args instanceof Promise) {
    return [wholeRefusal];
  }
  const { inputs, outputs } = resourceSchema(definition.name);
  const problems = validator(inputs, { outputs })(previewValues(args ?? {}));
  return problems.length > 0 ? problems : tenantProblems(definition, name, opts);
}

const importRefusal =
  'the option import cannot work, since Pulumi asks a dynamic provider to read an object without saying which provider; adopt it with an import file (README of pulumi-auth0-native, "Adopting what exists")';

function idProblems({ name, idLength }: ResourceDefinition, id: Options["id"]): string[] {
  if (typeof id !== "string" || !idLength) return [];
  const { min, max } = idLength;
  const wrong = `${JSON.stringify(id)} is not an id of ${name}: it must`;
  if (id.length < min || id.length > max) {
    const form = min === max ? `${max}` : `at most ${max}`;
    return [`${wrong} have ${form} characters, not ${id.length}`];
  }
  return idForm.test(id) ? [] : [`${wrong} consist of letters, digits, _ and -`];
}

/** By run of a program, who took what of which provider. */
const taken = new WeakMap<object, { provider: unknown; type: string; name: string }[]>();

/** A tenant has one of what has a fixed id: two resources would overwrite each other for ever. */
function tenantProblems({ name: type, fixedId }: ResourceDefinition, name: string, opts: Options) {
  const run = pulumi.runtime.getStackResource();
  if (run === undefined || fixedId === undefined) return [];
  const provider = opts.provider ?? (opts.parent ?? run).getProvider(`${dynamicPackage}::`);
  const holders = taken.get(run) ?? [];
  const first = holders.find((holder) => holder.provider === provider && holder.type === type);
  taken.set(run, [...holders, { provider, type, name }]);
  if (first === undefined) return [];
  return [
    `it is the second for its tenant, after "${first.name}": a tenant has one, and two would overwrite each other in every update; keep one, or give this one a Provider of its own`,
  ];
}
