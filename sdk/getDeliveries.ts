import * as pulumi from "@pulumi/pulumi";
import { type DeliveriesQuery, deliveriesFunction, listDeliveries } from "../provider/deliveries";
import { dropNulls, fillRemoved } from "../provider/normalize";
import { functionSchema, type Props } from "../provider/schema";
import { settingsFrom } from "../provider/settings";
import type { Tenant } from "../provider/tenant";
import type { Provider } from "./provider";
import type {
  Delivery,
  GetDeliveriesArgs,
  GetDeliveriesOutputArgs,
  GetDeliveriesResult,
} from "./types";

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
  args: GetDeliveriesArgs,
  opts?: GetDeliveriesOptions,
): Promise<GetDeliveriesResult> {
  const { maxItems } = queryFrom(args);
  const result: GetDeliveriesResult = { deliveries: [] };
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
  args: GetDeliveriesOutputArgs,
  opts?: GetDeliveriesOptions,
): pulumi.Output<GetDeliveriesResult> {
  const all = pulumi.all([mapValues(args, isoDateInput), opts?.provider?.configuration]);
  return all.apply(([known]) => {
    const result = getDeliveries(known as unknown as GetDeliveriesArgs, opts);
    return known.includeEvent ? pulumi.secret(result) : pulumi.output(result);
  }) as pulumi.Output<GetDeliveriesResult>;
}

/** The same page by page, for scripts: `for await (const { deliveries } of deliveryPages(...))`. */
export async function* deliveryPages(
  args: GetDeliveriesArgs,
  opts?: GetDeliveriesOptions,
): AsyncGenerator<GetDeliveriesResult> {
  const query = queryFrom(args);
  for await (const page of listDeliveries(await tenantOf(opts?.provider), query)) {
    yield { ...page, deliveries: page.deliveries as unknown as Delivery[] };
  }
}

function queryFrom(args: GetDeliveriesArgs): DeliveriesQuery {
  const given = dropNulls(mapValues(args, isoDate)) as Props;
  const { inputs } = functionSchema(deliveriesFunction.name);
  const problems = lazily.validate().validator(inputs)(given);
  if (problems.length > 0) throw new Error(`getDeliveries: ${problems.join("; ")}`);
  return fillRemoved(inputs, given, {}) as unknown as DeliveriesQuery;
}

function mapValues(args: object, change: (value: unknown) => unknown): Props {
  const values = Object.entries(args).filter(([, value]) => value !== undefined);
  return Object.fromEntries(values.map(([key, value]) => [key, change(value)])) as Props;
}

const isoDate = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Before `pulumi.output` takes a Date for an object without properties. */
function isoDateInput(value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) return value.apply(isoDate);
  return value instanceof Promise ? value.then(isoDate) : isoDate(value);
}

async function tenantOf(provider: Provider | undefined): Promise<Tenant> {
  const { openTenant } = lazily.tenant();
  if (provider === undefined) {
    const config = new pulumi.Config("auth0");
    const get = (key: string) => config.get(key.replace(/^auth0:/, ""));
    return openTenant(settingsFrom(get, process.env));
  }
  const values = await valueNow(provider.configuration);
  return openTenant(settingsFrom((key) => values[key], process.env));
}

/** An apply on an unknown value never runs: waiting for it would wait for ever. */
async function valueNow<T>(output: pulumi.Output<T>): Promise<T> {
  const { isKnown } = output as unknown as { isKnown: Promise<boolean> };
  if (!(await isKnown)) {
    throw new Error(
      "getDeliveries: the provider's configuration is not known yet in this preview; use getDeliveriesOutput, whose result is then unknown too.",
    );
  }
  return new Promise((resolve) => {
    output.apply((value) => resolve(value as T));
  });
}

/** A program that lists no deliveries does not pay for the HTTP client and the validators. */
const lazily = {
  tenant: () => require("../provider/tenant") as typeof import("../provider/tenant"),
  validate: () => require("../provider/validate") as typeof import("../provider/validate"),
};
