import * as pulumi from "@pulumi/pulumi";
import type { ResourceDefinition } from "../provider/definition";
import { resourceSchema } from "../provider/schema";
import { toldKey, validator } from "../provider/validate";
import { plain } from "./plain";
import { report, reported } from "./report";
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
    assertOptions(definition, name, args, opts);
    // The engine's check stops at the first wrong resource; here all of a program are told.
    const problems = exists ? [] : validator(inputs, outputs)(plain(args ?? {}));
    for (const problem of problems) report(`${definition.name} "${name}": ${problem}`);
    // Only keys that are named here become properties of the object.
    const keys = Object.keys({ ...inputs.properties, ...outputs.properties });
    const given = problems.length > 0 ? { [toldKey]: true } : wrapSecrets(inputs, args);
    const provider = `exports.handler = () => require("pulumi-auth0-native/provider").${handler};`;
    const props = {
      ...Object.fromEntries(keys.map((key) => [key, undefined])),
      ...(exists ? args : (given as object)),
      __provider: reported().then(() => provider),
    };
    if (definition.fixedId !== undefined && !exists) takeTenant(opts, definition.name, name);
    super(`${dynamicPackage}:dynamic/auth0-native:${definition.name}`, name, props, opts);
  }
}

/** What cannot be gone on from is thrown, as an error that Pulumi shows without a stack. */
function assertOptions(
  { name: type, idLength }: ResourceDefinition,
  name: string,
  args: unknown,
  { import: adopted, id }: pulumi.CustomResourceOptions,
): void {
  if (adopted !== undefined) {
    throw new pulumi.RunError(
      `${type} "${name}": the option \`import\` cannot work, since Pulumi asks a dynamic provider to read an object without saying which provider. Adopt it with an import file instead: see "Adopting what exists" in the README of pulumi-auth0-native.`,
    );
  }
  if (pulumi.Output.isInstance(args) || args instanceof Promise) {
    throw new pulumi.RunError(`${type} "${name}": give an object; its properties may be Outputs.`);
  }
  if (typeof id !== "string" || !idLength) return;
  const { min, max } = idLength;
  if (id.length >= min && id.length <= max) return;
  const form = min === max ? `${max}` : `at most ${max}`;
  throw new pulumi.RunError(
    `${type} "${name}": "${id}" is no id of ${type}: it has ${id.length} characters, not ${form}.`,
  );
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
