import { all, type Inputs, Output, output, unsecret } from "@pulumi/pulumi/output";
import { CustomResource, type Resource } from "@pulumi/pulumi/resource";
import { providerPrefix, type SettingsSource } from "../provider/config/settings";
import { mapProps, type Props } from "../provider/shared/json";
import { pluginTypeToken } from "../provider/stateStrings";
import { currentAdapter } from "./adapter";
import { programError } from "./programError";
import type { Provider } from "./provider";
import { pluginConfiguration, stackSettings } from "./stackConfiguration";

export interface FunctionOptions {
  /** The tenant of the objects. @default the tenant of the stack configuration */
  provider?: Provider;
}

/** The settings of a function's tenant: a provider's, or those of this program's resources. */
export async function tenantSettings({ provider }: FunctionOptions = {}): Promise<SettingsSource> {
  if (provider !== undefined) return providerSettings(provider);
  return currentAdapter().servedBy === "plugin" ? pluginConfiguration().source : stackSettings();
}

/** Finds configuration values in a provider. */
async function providerSettings(provider: Provider): Promise<SettingsSource> {
  if (!Output.isInstance(provider?.configuration)) {
    throw programError("The provider option must be a Provider from this package.");
  }
  if (provider.hasEnvVarMappings) {
    throw programError(
      "Functions run in your program, where the Provider's envVarMappings don't apply. Set environmentPrefix on the Provider instead.",
    );
  }
  const { isKnown } = provider.configuration as unknown as { isKnown: Promise<boolean> };
  // The callback of `apply` never runs for an unknown value.
  if (!(await isKnown)) {
    throw programError(
      "The Provider's configuration isn't known yet in this preview. " +
        "Call the function that takes Outputs instead, such as getDeliveriesOutput.",
    );
  }
  return new Promise((resolve) => {
    provider.configuration.apply((values) => {
      const get = (key: string) => values[key];
      resolve({ get, settingPrefix: providerPrefix });
    });
  });
}

/**
 * The arguments when they and the provider are known. As with Pulumi's own functions, they are unknown while
 * a resource that they come from does not exist.
 */
export function knownArguments(args: object, opts?: FunctionOptions): Output<Props> {
  const values = output({ ...args });
  const { allResources } = values as unknown as { allResources(): Promise<Set<Resource>> };
  const ids = allResources().then((resources) =>
    [...resources].map((each) => (CustomResource.isInstance(each) ? each.id : undefined)),
  );
  // An unknown provider makes the result unknown. Its secrets do not make the result secret.
  const provider = opts?.provider && unsecret(opts.provider.configuration);
  return all([values, ids, provider]).apply(([known]) => known as Props);
}

/** The result of a function from the mocks of a unit test, which get the function's token in schema.json. */
export function mockedResult<Result>(
  name: string,
  args: object,
  opts?: FunctionOptions,
): Promise<Result> {
  // Loaded here, so that only unit tests load it.
  const { invoke } =
    require("@pulumi/pulumi/runtime/invoke") as typeof import("@pulumi/pulumi/runtime/invoke");
  return invoke(pluginTypeToken(name), argumentValues(args) as Inputs, opts);
}

/** The arguments of a call, in the form of schema.json: null stands for an absent one. */
export const argumentValues = (args: object): Props =>
  mapProps({ ...args }, (value) => dateToText(value) ?? undefined) as Props;

/** An invalid Date becomes a text that the validators refuse with the name of its property. */
export function dateToText(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
}
