import { Output, output, secret } from "@pulumi/pulumi/output";
import { joinPages } from "../provider/deliveries/joinPages";
import { mapProps } from "../provider/shared/json";
import {
  argumentValues,
  dateToText,
  type FunctionOptions,
  knownArguments,
  mockedResult,
  tenantSettings,
} from "./functionTenant";
import type * as types from "./generated";
import { hasMocks } from "./mocks";
import { programError } from "./programError";

const functionName = "getDeliveries";

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
  opts?: FunctionOptions,
): Promise<types.GetDeliveriesResult> {
  if (hasMocks()) return mockedResult(functionName, args, opts);
  return joinPages(deliveryPages(args, opts), args.maxItems);
}

/**
 * `getDeliveries` with Outputs as arguments. While an argument is unknown, so is the result. With
 * `includeEvent` the whole result is secret, because Pulumi marks Outputs and not properties.
 */
export function getDeliveriesOutput(
  args: types.GetDeliveriesOutputArgs,
  opts?: FunctionOptions,
): Output<types.GetDeliveriesResult> {
  return knownArguments(mapProps({ ...args }, datesToText), opts).apply((values) => {
    const result = getDeliveries(values as unknown as types.GetDeliveriesArgs, opts);
    return values.includeEvent ? secret(result) : output(result);
  }) as Output<types.GetDeliveriesResult>;
}

/**
 * `getDeliveries` page by page, for scripts:
 * `for await (const { deliveries } of deliveryPages({ eventStreamId }))`.
 */
export async function* deliveryPages(
  args: types.GetDeliveriesArgs,
  opts?: FunctionOptions,
): AsyncGenerator<types.GetDeliveriesResult> {
  if (hasMocks()) {
    yield await mockedResult(functionName, args, opts);
    return;
  }
  // Loaded here, so that a program without this call does not load the HTTP client.
  const api =
    require("../provider/deliveries/listDeliveries") as typeof import("../provider/deliveries/listDeliveries");
  const source = await tenantSettings(opts);
  try {
    for await (const page of api.listDeliveries(api.openTenant(source), argumentValues(args))) {
      yield { ...page, deliveries: page.deliveries as unknown as types.Delivery[] };
    }
  } catch (error) {
    throw programError((error as Error).message);
  }
}

/** `pulumi.output` would turn a Date into an object without properties. */
function datesToText(value: unknown): unknown {
  if (Output.isInstance(value)) return value.apply(dateToText);
  return value instanceof Promise ? value.then(dateToText) : dateToText(value);
}
