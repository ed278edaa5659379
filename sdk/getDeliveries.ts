import * as pulumi from "@pulumi/pulumi";
import type { Lookup } from "../provider/config/settings";
import { functionSchema } from "../provider/schema/packageSchema";
import { mapProps, type Props } from "../provider/shared/json";
import type * as types from "./generated";
import { programError } from "./programError";
import type { Provider } from "./provider";

export interface GetDeliveriesOptions {
  /** The tenant to ask; the default one where it is left out. */
  provider?: Provider;
}

/**
 * Lists the deliveries of an event stream: all pages, in the service's order, each id once, up to
 * `maxItems`. Runs in the program, in `preview` and again in `up`. Gives plain values: with
 * `includeEvent` they hold personal data, which `getDeliveriesOutput` marks secret.
 */
export async function getDeliveries(
  args: types.GetDeliveriesArgs,
  opts?: GetDeliveriesOptions,
): Promise<types.GetDeliveriesResult> {
  const result: types.GetDeliveriesResult = { deliveries: [] };
  const { maxItems: limit } = functionSchema("getDeliveries").inputs.properties;
  const maxItems = args.maxItems ?? Number(limit?.default);
  for await (const page of deliveryPages(args, opts)) {
    result.deliveries.push(...page.deliveries);
    if (result.deliveries.length >= maxItems && page.next !== undefined) result.next = page.next;
  }
  return result;
}

/**
 * The same over Outputs. While an argument is unknown, the result is; with `includeEvent` all of it
 * is secret, since Pulumi keeps secrecy by Output and not by property.
 */
export function getDeliveriesOutput(
  args: types.GetDeliveriesOutputArgs,
  opts?: GetDeliveriesOptions,
): pulumi.Output<types.GetDeliveriesResult> {
  // Waited for, so that an unknown provider gives an unknown result; its secrets do not go into it.
  const provider = opts?.provider && pulumi.unsecret(opts.provider.configuration);
  return pulumi.all([mapProps({ ...args }, isoDateInput), provider]).apply(([known]) => {
    const result = getDeliveries(known as unknown as types.GetDeliveriesArgs, opts);
    return known.includeEvent ? pulumi.secret(result) : pulumi.output(result);
  }) as pulumi.Output<types.GetDeliveriesResult>;
}

/** The same page by page, for scripts: `for await (const { deliveries } of deliveryPages(...))`. */
export async function* deliveryPages(
  args: types.GetDeliveriesArgs,
  opts?: GetDeliveriesOptions,
): AsyncGenerator<types.GetDeliveriesResult> {
  // A program that lists no deliveries does not pay for the HTTP client and the validators.
  const api =
    require("../provider/functions/deliveries") as typeof import("../provider/functions/deliveries");
  const given = mapProps({ ...args }, (value) => isoDate(value) ?? undefined) as Props;
  const get = await lookup(opts?.provider);
  try {
    for await (const page of api.deliveriesOf(get, given)) {
      yield { ...page, deliveries: page.deliveries as unknown as types.Delivery[] };
    }
  } catch (error) {
    throw programError((error as Error).message);
  }
}

/** An invalid Date becomes text that the validators refuse by its property. */
function isoDate(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
}

/** Before `pulumi.output` takes a Date for an object without properties. */
function isoDateInput(value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) return value.apply(isoDate);
  return value instanceof Promise ? value.then(isoDate) : isoDate(value);
}

async function lookup(provider: Provider | undefined): Promise<Lookup> {
  if (provider === undefined) {
    const config = new pulumi.Config("auth0");
    return (key) => config.get(key.replace(/^auth0:/, ""));
  }
  const { isKnown } = provider.configuration as unknown as { isKnown: Promise<boolean> };
  // An apply on an unknown value never runs: waiting for it would wait for ever.
  if (!(await isKnown)) {
    throw programError("The provider is not known yet in this preview; use getDeliveriesOutput.");
  }
  return new Promise((resolve) => {
    provider.configuration.apply((values) => resolve((key) => values[key]));
  });
}
