import * as pulumi from "@pulumi/pulumi";
import { configVariables, providerSchema } from "../provider/schema/packageSchema";
import { validator } from "../provider/schema/validate";
import { dynamicPackage, wholeRefusal } from "./checkArguments";
import type { ProviderArgs } from "./generated";
import { previewValues } from "./previewValues";
import { programError } from "./programError";
import { nameCallerOf } from "./sourcePosition";

/**
 * One tenant, explicitly, for the option `provider`. It uses its own arguments and never the bare
 * environment; with `environmentPrefix: "EU_"` it reads `EU_AUTH0_DOMAIN`, `EU_AUTH0_CLIENT_ID` and
 * so on afresh in every run, and nothing secret enters the state.
 */
export class Provider extends pulumi.ProviderResource {
  /** By configuration key, what the provider process is configured with. */
  readonly configuration: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    if (pulumi.Output.isInstance(args) || args instanceof Promise) {
      throw programError(`Provider "${name}": ${wholeRefusal}`);
    }
    const problems = validator(providerSchema)(previewValues(args));
    if (problems.length > 0) {
      throw programError(`Provider "${name}": ${problems.join("; ")}`);
    }
    const { environmentPrefix, ...variables } = args;
    const values = {
      ...Object.fromEntries(
        Object.entries(variables).map(([key, value]) => [
          `auth0:${key}`,
          configVariables[key]?.secret && value !== undefined ? pulumi.secret(value) : value,
        ]),
      ),
      // Empty says: explicit, and no environment.
      "auth0:environmentPrefix": pulumi.output(environmentPrefix).apply((prefix) => prefix ?? ""),
    };
    const stacks = nameCallerOf([Provider]);
    try {
      super(dynamicPackage, name, values, opts);
    } finally {
      stacks.restore();
    }
    this.configuration = pulumi.output(values) as unknown as Provider["configuration"];
  }
}
