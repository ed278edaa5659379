import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import { argumentsOf } from "../provider/functions/functionArguments";
import type { TenantFunction } from "../provider/functions/tenantFunctions";
import type { Props } from "../provider/shared/json";
import { argumentValues, type FunctionOptions, tenantSettings } from "./functionTenant";
import type * as types from "./generated";
import { programError } from "./programError";

/**
 * Sends failed deliveries of an event stream again: those with the given ids, a request each, or all
 * that match the filters, in one request. The service accepts a request before it delivers, so the
 * result does not say what became of it; `getDeliveries` does. A receiver may get an event twice.
 * Ids that the service does not have, such as those of deliveries that succeeded, are skipped.
 *
 * In a preview it sends nothing and returns undefined. In `up` it runs every time: call it in a script
 * rather than in a program. Needs the permission `update:event_deliveries`.
 *
 * Fails if an argument is invalid, if the stream or all of the deliveries do not exist, or if a request
 * fails for another reason: then the requests before it were accepted.
 */
export const redeliver = (
  args: types.RedeliverArgs,
  opts?: FunctionOptions,
): Promise<types.RedeliverResult | undefined> => callUnlessPreview("redeliver", args, opts);

/**
 * Makes the service send a test event to an event stream. Returns its delivery, which is pending.
 *
 * In a preview it sends nothing and returns undefined. In `up` it runs every time: call it in a script
 * rather than in a program. Needs the permission `update:event_streams`.
 *
 * Fails if an argument is invalid, if the stream does not exist or is disabled, or if the request fails.
 */
export const sendTestEvent = (
  args: types.SendTestEventArgs,
  opts?: FunctionOptions,
): Promise<types.SendTestEventResult | undefined> => callUnlessPreview("sendTestEvent", args, opts);

/**
 * Returns how many deliveries of an event stream succeeded and failed, by time: by default a number for
 * each of the last 15 days. Runs in the program, in `preview` and again in `up`, and changes nothing.
 *
 * Needs the permission `read:event_deliveries`.
 *
 * Fails if an argument is invalid, if the stream does not exist, or if the request fails.
 */
export const deliveryStatistics = (
  args: types.DeliveryStatisticsArgs,
  opts?: FunctionOptions,
): Promise<types.DeliveryStatisticsResult> => call("deliveryStatistics", args, opts);

async function callUnlessPreview<Result>(
  name: TenantFunction,
  args: object,
  opts: FunctionOptions | undefined,
): Promise<Result | undefined> {
  if (!isDryRun()) return call(name, args, opts);
  assertValidArguments(name, argumentValues(args));
  return undefined;
}

async function call<Result>(
  name: TenantFunction,
  args: object,
  opts: FunctionOptions | undefined,
): Promise<Result> {
  // Loaded here, so that a program without this call does not load the HTTP client.
  const tenant =
    require("../provider/functions/tenantFunctions") as typeof import("../provider/functions/tenantFunctions");
  const get = await tenantSettings(opts);
  try {
    return (await tenant.callTenant(name, get, argumentValues(args))) as Result;
  } catch (error) {
    throw programError((error as Error).message);
  }
}

/** A preview shows what is wrong with arguments, although it sends nothing. */
export function assertValidArguments(name: TenantFunction, inputs: Props): void {
  try {
    argumentsOf(name)(inputs);
  } catch (error) {
    throw programError((error as Error).message);
  }
}
