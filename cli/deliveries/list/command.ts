import { attemptsOf, completedAttempts, lastMessage } from "../../../provider/deliveries/attempts";
import { type Delivery, maxPageSize } from "../../../provider/deliveries/deliveryPage";
import { listDeliveries } from "../../../provider/deliveries/listDeliveries";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import {
  alignColumns,
  countOf,
  displayName,
  formatNumber,
  formatUtc,
  jsonLines,
} from "../../shared/text";
import { FailureGroups, failureLines } from "../failureGroups";
import { datesOfService, type Filters, filterArguments } from "../filters";
import { jsonLine, type Output, shortText, standardOutput, textOf } from "../standardOutput";
import { findStream, type StackOption, type TenantStream } from "../streams";

export interface ListOptions extends Filters, StackOption {
  max: number;
  json?: boolean;
  includeEvent?: boolean;
}

export async function listCommand(
  argument: string,
  options: ListOptions,
  { requested }: StopSignals,
  output: Output = standardOutput,
): Promise<number> {
  const { max, json } = options;
  const stream = await findStream(argument, options, requested);
  const dated = await unlessAborted(requested, datesOfService(stream, options));
  const { deliveries, next, failure } = await readDeliveries(stream, dated, requested);
  const count = deliveries.length;
  if (json) await output.print(deliveries.map(jsonLine).join(""));
  // Standard output has only JSON, so the summary goes to standard error.
  if (json && count > 0) summaryLines(deliveries).forEach(output.note);
  if (!json && count > 0) {
    await output.print(textOf([...tableLines(deliveries), "", ...summaryLines(deliveries)]));
  }
  if (failure !== undefined) {
    if (!requested.aborted) throw failure;
    const listed = countOf(count, "delivery", "deliveries");
    output.note(`Listed ${listed}, then ${requested.reason.message}.`);
    return 1;
  }
  if (count === 0) output.note(nothingListed(stream));
  if (next !== undefined && count >= max) {
    output.note(`There may be more than ${max} deliveries. To list them, pass a larger --max.`);
  }
  return 0;
}

/** The deliveries, and why the list isn't complete. `next` means that there may be more than the maximum. */
async function readDeliveries(
  { api, id }: TenantStream,
  options: ListOptions,
  requested: AbortSignal,
): Promise<{ deliveries: Delivery[]; next?: string | undefined; failure?: Error }> {
  const { max, includeEvent = false } = options;
  const pages = listDeliveries(api, {
    eventStreamId: id,
    ...filterArguments(options),
    take: maxPageSize,
    maxItems: max,
    includeEvent,
  });
  const deliveries: Delivery[] = [];
  let next: string | undefined;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(requested, pages.next());
      if (done) return { deliveries, next };
      deliveries.push(...value.deliveries);
      next = value.next;
    }
  } catch (error) {
    return { deliveries, failure: error as Error };
  }
}

function nothingListed({ label }: TenantStream): string {
  return `No failed or pending delivery of ${displayName(label)} matches. (Successful deliveries aren't listed.)`;
}

const headings = ["LAST ATTEMPT (UTC)", "STATUS", "EVENT TYPE", "ATTEMPTS", "ID", "ERROR"];
const attemptsColumn = 3;
const maxMessageLength = 300;

/** A row for each delivery, with the content of its event below, which it has only with --include-event. */
function tableLines(deliveries: Delivery[]): string[] {
  const [head = "", ...rows] = alignColumns(
    [headings, ...deliveries.map(cellsOf)],
    [attemptsColumn],
  );
  const lines = rows.flatMap((row, index) => {
    const event = deliveries[index]?.event;
    return [row, ...(event === undefined ? [] : jsonLines(event).map((line) => `    ${line}`))];
  });
  return [head, ...lines];
}

function cellsOf(delivery: Delivery): string[] {
  const { status, eventType, id } = delivery;
  const attempts = completedAttempts(delivery);
  const time = attempts.at(-1)?.timestamp;
  return [
    time === undefined ? "-" : shortText(formatUtc(String(time))),
    shortText(status),
    shortText(eventType),
    String(attempts.length),
    shortText(id),
    shortText(lastMessage(delivery), maxMessageLength),
  ];
}

function summaryLines(deliveries: Delivery[]): string[] {
  const byStatus = new Map<string, number>();
  const failures = new FailureGroups();
  for (const delivery of deliveries) {
    const status = shortText(delivery.status);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const attempts = [delivery, ...attemptsOf(delivery)];
    if (attempts.some(({ status }) => status === "failed")) failures.add(delivery);
  }
  const totals = [...byStatus]
    .sort(([, a], [, b]) => b - a)
    .map(([status, count]) => `${formatNumber(count)} ${status}`);
  const total = `${countOf(deliveries.length, "delivery", "deliveries")}: ${totals.join(", ")}`;
  const groups = failures.all();
  return groups.length === 0 ? [total] : [total, "", "Failures by error:", ...failureLines(groups)];
}
