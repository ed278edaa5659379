import * as pulumi from "@pulumi/pulumi";
import type { ResourceDefinition } from "../provider/definition";
import { resourceSchema } from "../provider/schema";
import { wrapSecrets } from "./wrapSecrets";

/** The package part that the engine serves by Pulumi's dynamic-provider process. */
export const dynamicPackage = "pulumi-nodejs";

/**
 * What every resource class shares. Instead of serialised code, the state holds a constant that
 * loads the installed package: small, the same on every machine, and refresh and destroy run the
 * version that is installed. It never changes after 1.0.
 */
export abstract class NativeResource extends pulumi.CustomResource {
  constructor(
    definition: ResourceDefinition,
    name: string,
    args: object,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    const { inputs, outputs } = resourceSchema(definition.name);
    const handler = definition.name.charAt(0).toLowerCase() + definition.name.slice(1);
    const exists = opts.id !== undefined || opts.urn !== undefined;
    if (opts.import !== undefined)
      throw new pulumi.RunError(`${definition.name}: ${importRefusal}`);
    if (pulumi.Output.isInstance(args) || args instanceof Promise) {
      throw new Error(
        `${definition.name} "${name}": give an object; its properties may be Outputs.`,
      );
    }
    if (typeof opts.id === "string") assertId(definition, opts.id);
    // Only keys that are named here become properties of the object.
    const keys = Object.keys({ ...inputs.properties, ...outputs.properties });
    const props = {
      ...Object.fromEntries(keys.map((key) => [key, undefined])),
      ...(exists ? args : (wrapSecrets(inputs, args) as object)),
      __provider: `exports.handler = () => require("pulumi-auth0-native/provider").${handler};`,
    };
    if (definition.fixedId !== undefined && !exists) takeTenant(opts, definition.name, name);
    super(`${dynamicPackage}:dynamic/auth0-native:${definition.name}`, name, props, opts);
  }
}

/** By run of a program, who took what of which provider. */
const taken = new WeakMap<object, { provider: unknown; type: string; name: string }[]>();

/** A tenant has one of what has a fixed id: two resources would overwrite each other for ever. */
function takeTenant(opts: pulumi.CustomResourceOptions, type: string, name: string): void {
  const run = pulumi.runtime.getStackResource();
  if (run === undefined) return;
  const provider = opts.provider ?? (opts.parent ?? run).getProvider(`${dynamicPackage}::`);
  const holders = taken.get(run) ?? [];
  const first = holders.find((holder) => holder.provider === provider && holder.type === type);
  taken.set(run, [...holders, { provider, type, name }]);
  if (first === undefined) return;
  throw new pulumi.RunError(
    `${type} "${name}" is the second for its tenant, after "${first.name}": a tenant has one, and two would overwrite each other in every update. Keep one, or give this one a Provider of its own.`,
  );
}

function assertId({ name, idLength }: ResourceDefinition, id: string): void {
  if (!idLength || (id.length >= idLength.min && id.length <= idLength.max)) return;
  const { min, max } = idLength;
  const form = min === max ? `${max}` : `at most ${max}`;
  throw new Error(`"${id}" is no id of ${name}: it has ${id.length} characters, not ${form}.`);
}

const importRefusal =
  'the option `import` cannot work, since Pulumi asks a dynamic provider to read an object without saying which provider. Adopt it with an import file instead: see "Adopting what exists" in the README of pulumi-auth0-native.';
