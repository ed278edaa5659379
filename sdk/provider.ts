import { type Inputs, type Output, output, secret } from "@pulumi/pulumi/output";
import { ProviderResource, type ResourceOptions } from "@pulumi/pulumi/resource";
import { configVariables, providerSchema } from "../provider/schema/packageSchema";
import { validator } from "../provider/schema/validate";
import { mapProps } from "../provider/shared/json";
import { currentAdapter, isOfType } from "./adapter";
import { argumentsNotAnObject, isOutputOrPromise } from "./checkArguments";
import type { ProviderArgs } from "./generated";
import { previewValues } from "./previewValues";
import { programError } from "./programError";
import { recordTransforms } from "./transformations";

/**
 * One tenant, for the resource option `provider` and for `getDeliveries`. With arguments it uses these
 * only. With `environmentPrefix: "EU_"` it reads `EU_AUTH0_DOMAIN`, `EU_AUTH0_CLIENT_ID` and so on in every
 * run, and no secret enters the state. Without any argument it reads `AUTH0_DOMAIN` and so on, for which
 * the option `envVarMappings` can name other variables.
 *
 * The constructor throws if an argument is invalid, and if it gets arguments that are all undefined.
 */
export class Provider extends ProviderResource {
  /** The configuration of the provider process, by configuration key such as `auth0:domain`. */
  readonly configuration: Output<Record<string, string>>;
  /** Whether the engine starts the provider process with other variables than the program has. */
  readonly hasEnvVarMappings?: boolean;

  /** The engine's type of the Provider, by which policies select it. */
  static get __pulumiType(): string {
    return `pulumi:providers:${currentAdapter().package}`;
  }

  /** Whether a value is a Provider of this package, also if another copy of the package has made it. */
  static override isInstance(value: unknown): value is Provider {
    return isOfType(value, Provider.__pulumiType);
  }

  constructor(name: string, args: ProviderArgs = {}, opts?: ResourceOptions) {
    recordTransforms();
    checkProviderArguments(name, args);
    const adapter = currentAdapter();
    const configuration = configurationOf(args);
    const inputs = adapter.servedBy === "plugin" ? withSecrets(nullable(args)) : configuration;
    super(adapter.package, name, inputs, { ...adapter.release, ...opts });
    this.configuration = output(configuration) as unknown as Provider["configuration"];
    this.hasEnvVarMappings = opts?.envVarMappings !== undefined;
  }
}

function checkProviderArguments(name: string, args: ProviderArgs): void {
  const errors = isOutputOrPromise(args)
    ? [argumentsNotAnObject]
    : validator(providerSchema)(previewValues(args));
  const given = Object.values(args ?? {});
  if (given.length > 0 && given.every((value) => value === undefined || value === null)) {
    errors.push(
      "all of its arguments are undefined. To read the AUTH0_* environment variables, pass no arguments",
    );
  }
  if (errors.length > 0) throw programError(`Provider "${name}": ${errors.join("; ")}`);
}

function configurationOf(args: ProviderArgs): Inputs {
  // Without an argument it reads the environment, like the default provider.
  if (Object.keys(args).length === 0) return {};
  const { environmentPrefix, ...variables } = args;
  const entries = Object.entries(withSecrets(variables));
  return {
    ...Object.fromEntries(entries.map(([key, value]) => [`auth0:${key}`, value])),
    // An empty prefix marks a provider that reads no environment variable.
    "auth0:environmentPrefix": output(environmentPrefix).apply((prefix) => prefix ?? ""),
  };
}

/** Pulumi drops an Output that is undefined, and a Provider without any input reads the environment. */
const nullable = (args: ProviderArgs): ProviderArgs =>
  mapProps({ ...args }, (value) =>
    isOutputOrPromise(value) ? output(value).apply((known) => known ?? null) : value,
  ) as ProviderArgs;

function withSecrets(args: ProviderArgs): Inputs {
  const entries = Object.entries(args).map(([key, value]) => {
    const isSecret = configVariables[key]?.secret === true && value !== undefined;
    return [key, isSecret ? secret(value) : value];
  });
  return Object.fromEntries(entries);
}
