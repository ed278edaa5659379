import { ApiError } from "../../../provider/api/apiError";
import type { ManagementApi } from "../../../provider/api/managementApi";
import { attemptsOf } from "../../../provider/functions/attempts";
import type { Delivery } from "../../../provider/functions/deliveryPage";
import { diagnosticFromError } from "../../shared/diagnostic";
import { unlessAborted } from "../../shared/stop";
import { formatNumber } from "../../shared/text";
import { formatAge } from "../../shared/time";
import { FailureGroups, timeOf } from "../failureGroups";
import { type Filters, failedDeliveries } from "../filters";
import { readStream, type TenantStream } from "../streams";
import { FailureTimes } from "./failureTimes";
import { type Criteria, type StreamReport, streamReport } from "./report";

/** Twenty times what disables a stream. A gateway that repeats its pages would never end. */
const maxCounted = 100_000;

interface CheckContext {
  criteria: Criteria;
  requested: AbortSignal;
  /** Called for each page of failed deliveries, with their number. */
  progress: (failed: number) => void;
}

/**
 * Counts the failed deliveries of a stream. Never throws: what was counted before an error is reported.
 * Undefined for a stream that was listed and deleted since.
 */
export async function checkStream(
  { stream, isListed = false }: { stream: TenantStream; isListed?: boolean },
  context: CheckContext,
): Promise<StreamReport | undefined> {
  const { requested, criteria } = context;
  const isStarted = !requested.aborted;
  const counted = new StreamCounts();
  const reason = await unlessAborted(requested, count(stream, context, counted)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (isListed && isMissing(reason)) return undefined;
  const error = reason === undefined ? undefined : messageOf(reason, requested, isStarted);
  return streamReport(placeOf(stream, counted), findingsOf(counted, error), criteria);
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === "notFound";

const messageOf = (error: unknown, requested: AbortSignal, isStarted: boolean): string =>
  requested.aborted
    ? `not checked${isStarted ? " to the end" : ""}: ${requested.reason.message}`
    : diagnosticFromError(error).message;

/** What was counted; of each delivery, only a time is kept. */
class StreamCounts {
  name: string | undefined;
  status: StreamReport["status"] = "unknown";
  /** Whether the deliveries are outside of the filters, which match none. */
  isOutsideCriteria = false;
  readonly groups = new FailureGroups();
  readonly times = new FailureTimes();

  add(delivery: Delivery): void {
    this.groups.add(delivery);
    // The first attempt: a redelivery adds others, long after the event.
    const [first] = attemptsOf(delivery);
    const ms = first && timeOf(first);
    if (ms !== undefined) this.times.add(ms);
  }
}

async function count(
  stream: TenantStream,
  context: CheckContext,
  counted: StreamCounts,
): Promise<void> {
  const { criteria, requested } = context;
  requested.throwIfAborted();
  const { name, status } = await readStream(stream);
  if (typeof name === "string") counted.name = name;
  if (status === "enabled" || status === "disabled") counted.status = status;

  const { since, until, eventTypes: type } = criteria;
  await countFailures(stream, { since, until, type }, context, counted);
  if (since !== undefined || until !== undefined) assertSameTime(stream.api);
  const isFiltered = [since, until, type].some((filter) => filter !== undefined);
  if (counted.status === "disabled" && counted.groups.count === 0 && isFiltered) {
    counted.isOutsideCriteria = true;
    await countFailures(stream, {}, context, counted);
  }
}

async function countFailures(
  stream: TenantStream,
  filters: Filters,
  { requested, progress }: CheckContext,
  counted: StreamCounts,
): Promise<void> {
  let listed = 0;
  for await (const page of failedDeliveries(stream, filters, maxCounted)) {
    requested.throwIfAborted();
    for (const delivery of page) counted.add(delivery);
    listed += page.length;
    progress(page.length);
  }
  if (listed < maxCounted) return;
  const advice = counted.isOutsideCriteria ? "" : ": check a shorter time with --since";
  throw new Error(`only ${formatNumber(maxCounted)} failed deliveries were counted${advice}`);
}

/** A resource keeps its name in the program; any other stream is called what the service calls it. */
const placeOf = ({ api, id, label, stack }: TenantStream, { name = label }: StreamCounts) => ({
  name: stack === undefined ? name : label,
  id,
  tenant: api.domain,
  ...(stack && { stack: stack.name, folder: stack.folder }),
});

function findingsOf(counted: StreamCounts, error: string | undefined) {
  const { status, groups, times, isOutsideCriteria } = counted;
  const overTime = times.overTime();
  return {
    status,
    failed: isOutsideCriteria ? 0 : groups.count,
    ...(isOutsideCriteria && groups.count > 0 && { failedOutsideCriteria: groups.count }),
    ...groups.times,
    groups: groups.all(),
    ...(error !== undefined && { error }),
    ...(overTime && { overTime }),
  };
}

/** Clocks that are set by the network differ by less. */
const maxDifferenceMs = 5 * 60_000;

/** Throws if this machine's clock differs from the service's: then `1h` is another time than meant. */
function assertSameTime({ transport, domain }: ManagementApi): void {
  const { service, wall } = transport.serviceClock.moment();
  if (service === undefined || Math.abs(wall - service) <= maxDifferenceMs) return;
  const isAhead = wall > service;
  const earlier = new Date(isAhead ? service : wall).toISOString();
  const difference = formatAge(earlier, new Date(isAhead ? wall : service));
  throw new Error(
    `the clock of this machine is ${difference} ${isAhead ? "ahead of" : "behind"} that of ${domain}, so --since and --until may mean other times: set the clock`,
  );
}
