import { diagnosticFromError } from "../../shared/diagnostic";
import { unlessAborted } from "../../shared/stop";
import { FailureGroups } from "../failureGroups";
import { failedDeliveries } from "../filters";
import { readStream, type TenantStream } from "../streams";
import { type Criteria, filtersFor, type StreamReport, streamReport } from "./report";

interface CheckContext {
  /** The same for all streams. */
  criteria: Criteria;
  requested: AbortSignal;
  /** Called for each page of failed deliveries, with their number. */
  progress: (failed: number) => void;
}

/** Counts the failed deliveries of a stream. Never throws: the report has the reason. */
export async function checkStream(
  stream: TenantStream,
  context: CheckContext,
): Promise<StreamReport> {
  const { requested } = context;
  const isStarted = !requested.aborted;
  const counted: Counted = { name: undefined, status: "unknown", groups: new FailureGroups() };
  const reason = await unlessAborted(requested, count(stream, context, counted)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { status, groups } = counted;
  const findings = {
    status,
    failed: groups.count,
    ...groups.times,
    groups: groups.all(),
    ...(reason !== undefined && { error: messageOf(reason, requested, isStarted) }),
  };
  return streamReport(placeOf(stream, counted), findings, context.criteria);
}

const messageOf = (error: unknown, requested: AbortSignal, isStarted: boolean): string =>
  requested.aborted
    ? `${isStarted ? "only partly checked" : "not checked"}: ${requested.reason.message}`
    : diagnosticFromError(error).message;

interface Counted {
  name: string | undefined;
  status: StreamReport["status"];
  groups: FailureGroups;
}

async function count(stream: TenantStream, context: CheckContext, counted: Counted): Promise<void> {
  const { criteria, requested, progress } = context;
  requested.throwIfAborted();
  const { name, status } = await readStream(stream);
  if (typeof name === "string") counted.name = name;
  if (status === "enabled" || status === "disabled") counted.status = status;

  const filters = filtersFor(counted, criteria);
  for await (const page of failedDeliveries(stream, filters)) {
    requested.throwIfAborted();
    for (const delivery of page) counted.groups.add(delivery);
    progress(page.length);
  }
}

/** A resource keeps its name in the program. Any other stream has its name in the tenant. */
const placeOf = (
  { api, id, label, stack, isDisabledInState }: TenantStream,
  { name = label }: Counted,
) => ({
  name: stack === undefined ? name : label,
  id,
  tenant: api.domain,
  ...(stack && { stack: stack.name, folder: stack.folder }),
  ...(isDisabledInState && { disabledInState: true }),
});
