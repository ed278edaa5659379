import { ApiError } from "../../../provider/api/apiError";
import { attemptsOf } from "../../../provider/functions/attempts";
import type { Delivery } from "../../../provider/functions/deliveryPage";
import { didYouMean } from "../../../provider/schema/suggestion";
import { deliveriesCommand } from "../../shared/shellCommands";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { countOf, displayName, formatNumber } from "../../shared/text";
import { FailureGroups, failureLines } from "../failureGroups";
import { datesOfService, filterArguments, filterOptions } from "../filters";
import { type CommandContext, realContext, shortText } from "../output";
import { findStream, type TenantStream } from "../streams";
import { followDeliveries } from "./follow";
import { type ListOptions, pagesOf, printerOf } from "./listing";

export type { ListOptions };

export async function listCommand(
  argument: string,
  options: ListOptions,
  stop: StopSignals,
  context: CommandContext = realContext(),
): Promise<number> {
  if (options.follow && options.from !== undefined) {
    throw new Error("--follow lists from the beginning each time: leave out --from");
  }
  for (const warning of statusWarnings(options.status)) context.output.note(warning);
  const stream = await findStream(argument, options, stop.requested);
  const dated = await unlessAborted(stop.requested, datesOfService(stream, options));
  const listing = { ...context, stop: stop.requested };
  return options.follow
    ? followDeliveries(stream, dated, listing)
    : listOnce(argument, stream, dated, listing);
}

/** Those that the service is known to have. It may get others, so that none is refused. */
const knownStatuses = ["failed", "retrying", "pending"];

/** Warnings about statuses that may be misspelled: no delivery has them, which looks healthy. */
const statusWarnings = (statuses: string[] = []): string[] =>
  statuses
    .filter((status) => !knownStatuses.includes(status))
    .map((status) => {
      const suggestion = didYouMean(status, knownStatuses);
      return `warning: --status ${displayName(status)} is none of ${knownStatuses.join(", ")}${suggestion}`;
    });

async function listOnce(
  argument: string,
  stream: TenantStream,
  options: ListOptions,
  { output, stop }: CommandContext & { stop: AbortSignal },
): Promise<number> {
  const printer = printerOf(options, output);
  const summary = new ListSummary();
  let next = options.from;
  let failure: Error | undefined;
  let isCursorRefused = false;
  try {
    for await (const page of pagesOf(stream, options, stop)) {
      summary.add(page.deliveries);
      await printer.deliveries(page.deliveries);
      if (output.isClosed()) return 0;
      next = page.next;
    }
  } catch (error) {
    isCursorRefused = refusesCursor(error, options, summary.count);
    failure = isCursorRefused ? (error as ApiError).advise(cursorAdvice) : (error as Error);
  }

  const isCut = failure !== undefined || (next !== undefined && summary.count >= options.max);
  if (summary.count > 0) await printer.summary(summary.lines());
  else if (!isCut) output.note(nothingListed(stream, options));
  // What failed before its first page is run again as it was.
  if (isCut && !isCursorRefused && (summary.count > 0 || stop.aborted)) {
    const reason = stop.aborted ? stop.reason.message : "the listing failed";
    const end = failure === undefined ? `--max ${options.max}` : reason;
    const listed = countOf(summary.count, "delivery", "deliveries");
    output.note(`Ended after ${listed} (${end}). To continue:`);
    output.note(`  ${continuation(argument, stream, options, next)}`);
  }
  if (failure !== undefined && !stop.aborted) throw failure;
  return failure === undefined ? 0 : 1;
}

function nothingListed({ label }: TenantStream, options: ListOptions): string {
  const hasFilters = Object.keys(filterArguments(options)).length > 0;
  if (options.from !== undefined) return "No further delivery is listed.";
  const meaning = "the service lists what failed or still waits, and not what was delivered";
  const shown = displayName(label);
  return hasFilters
    ? `No listed delivery of ${shown} matches the filters: ${meaning}.`
    : `No delivery of ${shown} failed or waits: ${meaning}.`;
}

function continuation(
  argument: string,
  stream: TenantStream,
  options: ListOptions,
  next: string | undefined,
): string {
  const { max, json, includeEvent } = options;
  return deliveriesCommand("list", { ...stream, name: argument }, [
    ...filterOptions(options),
    ...["--max", String(max)],
    ...(next === undefined ? [] : ["--from", next]),
    ...(json ? ["--json"] : []),
    ...(includeEvent ? ["--include-event"] : []),
  ]);
}

const cursorAdvice = "--from is valid for 24 hours: list again without it";

/** Without `--from`, the request for the first page has no cursor. */
const refusesCursor = (error: unknown, { from }: ListOptions, listed: number): boolean =>
  error instanceof ApiError && error.status === 400 && (from !== undefined || listed > 0);

/** Counts deliveries as they are listed, in memory that does not grow with their number. */
class ListSummary {
  count = 0;
  private readonly byStatus = new Map<string, number>();
  private readonly failures = new FailureGroups();

  add(deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      this.count += 1;
      const status = shortText(delivery.status);
      this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
      if (hasFailed(delivery)) this.failures.add(delivery);
    }
  }

  /** Totals by status, and the failures by message and kind of event. */
  lines(): string[] {
    const totals = [...this.byStatus]
      .sort(([, a], [, b]) => b - a)
      .map(([status, count]) => `${formatNumber(count)} ${status}`);
    const total = `${countOf(this.count, "delivery", "deliveries")}: ${totals.join(", ")}`;
    const groups = this.failures.all();
    if (groups.length === 0) return [total];
    return [total, "", "Failures by error:", ...failureLines(groups)];
  }
}

const hasFailed = (delivery: Delivery): boolean =>
  delivery.status === "failed" || attemptsOf(delivery).some(({ status }) => status === "failed");
