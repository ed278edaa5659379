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
    args: object | undefined,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    const { inputs, outputs } = resourceSchema(definition.name);
    const keys = Object.keys({ ...inputs.properties, ...outputs.properties });
    const existing = opts.id !== undefined || opts.urn !== undefined;
    if (opts.import !== undefined) throw new Error(importRefusal(definition.name));
    if (typeof opts.id === "string") assertId(definition, opts.id);
    super(
      `${dynamicPackage}:dynamic/auth0-native:${definition.name}`,
      name,
      {
        // Only keys that are named here become properties of the object.
        ...Object.fromEntries(keys.map((key) => [key, undefined])),
        ...(existing ? args : (wrapSecrets(inputs, args ?? {}) as object)),
        __provider: `exports.handler = () => require("pulumi-auth0-native/provider").${handlerName(definition.name)};`,
      },
      opts,
    );
  }
}

const handlerName = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function assertId({ name, idLength }: ResourceDefinition, id: string): void {
  if (!idLength || (id.length >= idLength.min && id.length <= idLength.max)) return;
  const { min, max } = idLength;
  const form = min === max ? `${max}` : `at most ${max}`;
  throw new Error(`"${id}" is no id of ${name}: it has ${id.length} characters, not ${form}.`);
}

function importRefusal(name: string): string {
  return `${name}: the option \`import\` cannot work, since Pulumi asks a dynamic provider to read an object without saying which provider. Adopt it with an import file instead: see "Adopting what exists" in the README of pulumi-auth0-native.`;
}
