import { openApi } from "../../provider/api/managementApi";
import { type Lookup, settingsFrom } from "../../provider/config/settings";
import { listDeliveries } from "../../provider/functions/deliveries";
import { assertSameTenant } from "../../provider/lifecycle/session";
import { isObject, type Props } from "../../provider/shared/json";
import { deliveriesCommand } from "../shared/deliveriesCommand";
import type { ResourceReport } from "../shared/driftReport/report";
import { stderrLogger } from "../shared/logger";
import { countOf } from "../shared/number";
import type { Target } from "../shared/pulumi";
import { stackOptions } from "../shared/stackOptions";
import type { DeliveryBudget } from "./deliveryBudget";

/**
 * The largest page of the Management API. The service disables a stream after 500 failures in a row,
 * and 100 are enough for a reader to act on.
 */
const maxCounted = 100;

/** A page with fewer deliveries takes a second request, which shows that it was the last page. */
const maxPages = 2;

export interface FailedDeliveries {
  count: number;
  /** Time of the latest attempt among them; empty if there was none. */
  lastAttempt: string;
  /** Whether all failed deliveries were counted. */
  complete: boolean;
}

/** Counts into `counted`, which keeps what was counted before an error or the end of the budget. */
export async function countFailedDeliveries(
  configuration: Lookup,
  { type, id, tenant }: ResourceReport,
  budget: DeliveryBudget,
  counted: FailedDeliveries,
): Promise<void> {
  const api = openApi({ ...settingsFrom(configuration, process.env), warnings: [] }, stderrLogger);
  assertSameTenant(api.settings, type, tenant === undefined ? {} : { tenant });
  const args = { eventStreamId: id, statuses: ["failed"], take: maxCounted, maxItems: maxCounted };

  budget.takePage();
  let pages = 1;
  for await (const { deliveries, next } of listDeliveries(api, args)) {
    counted.count += deliveries.length;
    counted.lastAttempt = latest([counted.lastAttempt, ...deliveries.flatMap(attemptTimes)]);
    counted.complete = next === undefined;
    if (counted.complete || counted.count >= maxCounted || pages === maxPages) return;
    budget.takePage();
    pages += 1;
  }
  counted.complete = true;
}

const attemptTimes = ({ attempts }: Props): string[] =>
  (Array.isArray(attempts) ? attempts : []).flatMap((attempt) =>
    isObject(attempt) && attempt.timestamp ? [String(attempt.timestamp)] : [],
  );

/** The service's times are in one form and zone, so they sort as texts. */
const latest = (times: string[]) => times.sort().at(-1) ?? "";

/** The note of a disabled stream of a stack: how many deliveries failed, and what to do. */
export function failedDeliveriesNote(
  stream: Pick<ResourceReport, "id" | "name">,
  stack: Target,
  counted: FailedDeliveries,
  error?: string,
): string {
  const command = (name: string) => deliveriesCommand(name, { ...stream, stack });
  const reason = error?.replace(/\.$/, "");
  if (counted.count === 0) {
    return counted.complete
      ? `no failed delivery is listed: a person disabled it, or its failures were redelivered already. In both cases \`pulumi up --refresh ${stackOptions(stack)}\` enables it. See when deliveries failed: ${command("stats")}`
      : `its failed deliveries were not counted: ${reason}. Count them: ${command("check")}`;
  }
  const incomplete = reason === undefined ? "" : ` (not all were counted: ${reason})`;
  return [
    `${countText(counted)}${incomplete}: the service disables a stream that fails too often, and refuses to enable it until they are redelivered.`,
    `See why they failed: ${command("list")}`,
    `Repair the receiver, then redeliver: ${command("redeliver")}`,
    `Check that none fails any more: ${command("check")}`,
  ].join("\n");
}

function countText({ count, lastAttempt, complete }: FailedDeliveries): string {
  const deliveries = countOf(count, "failed delivery", "failed deliveries");
  if (lastAttempt === "") return complete ? deliveries : `at least ${deliveries}`;
  return complete
    ? `${deliveries}, the last attempt at ${lastAttempt}`
    : `at least ${deliveries}, the last attempt of these at ${lastAttempt}`;
}
