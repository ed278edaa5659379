import * as pulumi from "@pulumi/pulumi";
import { type ResourceDefinition, typeToken } from "../provider/resources/definition";
import { resourceSchema } from "../provider/schema/packageSchema";
import { reportedBySdkKey } from "../provider/schema/validate";
import { checkArguments } from "./checkArguments";
import { displayError, errorsDisplayed } from "./displayErrors";
import { type Callee, nameCallerOf } from "./sourcePosition";
import { wrapSecrets } from "./wrapSecrets";

/**
 * What every resource class shares. Instead of serialised code, the state holds a constant that
 * loads the installed package: small, the same on every machine, and refresh and destroy run the
 * version that is installed. It never changes after 1.0.
 */
export abstract class NativeResource extends pulumi.CustomResource {
  /** `self` is the exported class, from which a program may derive its own. */
  constructor(
    self: Callee & { get?: Callee },
    definition: ResourceDefinition,
    name: string,
    args: object,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    const { inputs, outputs } = resourceSchema(definition.name);
    const handler = definition.name.charAt(0).toLowerCase() + definition.name.slice(1);
    const provider = `exports.handler = () => require("pulumi-auth0-native/provider").${handler};`;
    const problems = checkArguments(definition, name, args, opts);
    for (const problem of problems) displayError(`${definition.name} "${name}": ${problem}`);
    const wrong = problems.length > 0;
    const exists = opts.id !== undefined || opts.urn !== undefined;
    const given = () => (exists ? args : (wrapSecrets(inputs, args) as object));
    // Only keys that are named here become properties of the object.
    const keys = Object.keys({ ...inputs.properties, ...outputs.properties });
    const props = {
      ...Object.fromEntries(keys.map((key) => [key, undefined])),
      // Nothing of a wrong resource goes on, so that the engine can only refuse it.
      ...(wrong ? { [reportedBySdkKey]: true } : given()),
      __provider: errorsDisplayed().then(() => provider),
    };
    const { id: _id, urn: _urn, import: _import, ...others } = opts;
    const stacks = nameCallerOf(exists && self.get ? [self.get, self] : [self]);
    try {
      super(typeToken(definition), name, props, wrong ? others : opts);
    } finally {
      stacks.restore();
    }
  }
}
