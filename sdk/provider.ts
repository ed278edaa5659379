import { type Inputs, type Output, output, secret } from "@pulumi/pulumi/output";
import { ProviderResource, type ResourceOptions } from "@pulumi/pulumi/resource";
import { configVariables, providerSchema } from "../provider/schema/packageSchema";
import { validator } from "../provider/schema/validate";
import { currentAdapter } from "./adapter";
import { argumentsNotAnObject, isOutputOrPromise } from "./checkArguments";
import type { ProviderArgs } from "./generated";
import { previewValues } from "./previewValues";
import { programError } from "./programError";
import { nameCallerOf } from "./sourcePosition";

/**
 * One tenant, for the resource option `provider` and for `getDeliveries`. It uses its arguments
 * only, and does not read the variables `AUTH0_*`. With `environmentPrefix: "EU_"` it reads
 * `EU_AUTH0_DOMAIN`, `EU_AUTH0_CLIENT_ID` and so on in every run, and no secret enters the state.
 *
 * The constructor throws if an argument is invalid.
 */
export class Provider extends ProviderResource {
  /** The configuration of the provider process, by configuration key such as `auth0:domain`. */
  readonly configuration: Output<Record<string, string>>;

  constructor(name: string, args: ProviderArgs = {}, opts?: ResourceOptions) {
    checkProviderArguments(name, args);
    const adapter = currentAdapter();
    const configuration = configurationOf(args);
    const inputs = adapter.servedBy === "plugin" ? withSecrets(args) : configuration;
    const stackTraces = nameCallerOf([Provider]);
    try {
      super(adapter.package, name, inputs, opts);
    } finally {
      stackTraces.restore();
    }
    this.configuration = output(configuration) as unknown as Provider["configuration"];
  }
}

function checkProviderArguments(name: string, args: ProviderArgs): void {
  const errors = isOutputOrPromise(args)
    ? [argumentsNotAnObject]
    : validator(providerSchema)(previewValues(args));
  if (errors.length > 0) throw programError(`Provider "${name}": ${errors.join("; ")}`);
}

function configurationOf(args: ProviderArgs): Inputs {
  const { environmentPrefix, ...variables } = args;
  const entries = Object.entries(withSecrets(variables));
  return {
    ...Object.fromEntries(entries.map(([key, value]) => [`auth0:${key}`, value])),
    // An empty prefix marks an explicit provider that reads no environment variable.
    "auth0:environmentPrefix": output(environmentPrefix).apply((prefix) => prefix ?? ""),
  };
}

function withSecrets(args: ProviderArgs): Inputs {
  const entries = Object.entries(args).map(([key, value]) => {
    const isSecret = configVariables[key]?.secret === true && value !== undefined;
    return [key, isSecret ? secret(value) : value];
  });
  return Object.fromEntries(entries);
}
