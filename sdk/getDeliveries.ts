import * as pulumi from "@pulumi/pulumi";
import { withConfigurationKeys } from "../provider/config/pluginConfiguration";
import type { Lookup } from "../provider/config/settings";
import { joinPages } from "../provider/functions/joinPages";
import { mapProps, type Props } from "../provider/shared/json";
import { configurationNamespaceKey } from "../provider/stateContract";
import { currentAdapter } from "./adapter";
import type * as types from "./generated";
import { programError } from "./programError";
import type { Provider } from "./provider";
import { pluginNamespace, sharedNamespace } from "./stackConfiguration";

export interface GetDeliveriesOptions {
  /** The tenant that has the stream. @default the tenant of the stack configuration */
  provider?: Provider;
}

/**
 * Lists the deliveries of an event stream: all pages, in the order of the service, each id once, up
 * to `maxItems`. Runs in the program, in `preview` and again in `up`, and changes nothing.
 *
 * The result is plain values. With `includeEvent` it contains personal data, which
 * `getDeliveriesOutput` marks secret.
 *
 * Fails if an argument is invalid, if the stream is not in the tenant, or if a request fails.
 */
export async function getDeliveries(
  args: types.GetDeliveriesArgs,
  opts?: GetDeliveriesOptions,
): Promise<types.GetDeliveriesResult> {
  return joinPages(deliveryPages(args, opts), args.maxItems);
}

/**
 * `getDeliveries` with Outputs as arguments. While an argument is unknown, so is the result. With
 * `includeEvent` the whole result is secret, because Pulumi marks Outputs and not properties.
 */
export function getDeliveriesOutput(
  args: types.GetDeliveriesOutputArgs,
  opts?: GetDeliveriesOptions,
): pulumi.Output<types.GetDeliveriesResult> {
  // An unknown provider makes the result unknown. Its secrets do not make the result secret.
  const provider = opts?.provider && pulumi.unsecret(opts.provider.configuration);
  const resolved = pulumi.all([mapProps({ ...args }, datesToText), provider]);
  return resolved.apply(([values]) => {
    const result = getDeliveries(values as unknown as types.GetDeliveriesArgs, opts);
    return values.includeEvent ? pulumi.secret(result) : pulumi.output(result);
  }) as pulumi.Output<types.GetDeliveriesResult>;
}

/**
 * `getDeliveries` page by page, for scripts:
 * `for await (const { deliveries } of deliveryPages({ eventStreamId }))`.
 */
export async function* deliveryPages(
  args: types.GetDeliveriesArgs,
  opts?: GetDeliveriesOptions,
): AsyncGenerator<types.GetDeliveriesResult> {
  // Loaded here, so that a program without this call does not load the HTTP client.
  const api =
    require("../provider/functions/deliveries") as typeof import("../provider/functions/deliveries");
  const inputs = mapProps({ ...args }, (value) => dateToText(value) ?? undefined) as Props;
  const namespace = stackNamespace();
  const lookup = await configurationLookup(opts?.provider, namespace);
  try {
    for await (const page of api.deliveriesOf(lookup, inputs)) {
      yield { ...page, deliveries: page.deliveries as unknown as types.Delivery[] };
    }
  } catch (error) {
    const { message } = error as Error;
    throw programError(withConfigurationKeys(message, { [configurationNamespaceKey]: namespace }));
  }
}

/** An invalid Date becomes a text that the validators refuse with the name of its property. */
function dateToText(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
}

/** `pulumi.output` would turn a Date into an object without properties. */
function datesToText(value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) return value.apply(dateToText);
  return value instanceof Promise ? value.then(dateToText) : dateToText(value);
}

/** The namespace of the stack configuration that the resources of this program use. */
function stackNamespace(): string {
  return currentAdapter().servedBy === "plugin" ? pluginNamespace() : sharedNamespace;
}

/** Finds configuration values in a provider, or in the stack configuration. */
async function configurationLookup(
  provider: Provider | undefined,
  namespace: string,
): Promise<Lookup> {
  if (provider === undefined) {
    const config = new pulumi.Config(namespace);
    return (key) => config.get(key.replace(/^auth0:/, ""));
  }

  const { isKnown } = provider.configuration as unknown as { isKnown: Promise<boolean> };
  // The callback of `apply` never runs for an unknown value.
  if (!(await isKnown)) {
    throw programError("The provider is not known yet in this preview; use getDeliveriesOutput.");
  }
  return new Promise((resolve) => {
    provider.configuration.apply((values) => resolve((key) => values[key]));
  });
}
