import { ApiError } from "../../../provider/api/apiError";
import { createDiagnostic } from "../../shared/diagnostic";
import { countOf, formatNumber } from "../../shared/number";
import { unlessAborted } from "../../shared/stop";
import type { CommandContext } from "../context";
import type { TenantStream } from "../streams/source";
import { FollowedDeliveries } from "./followedDeliveries";
import { type ListOptions, pagesOf } from "./listing";
import type { MutableLogger } from "./mutableLogger";
import { printerOf } from "./printer";
import { Summary } from "./summary";

/** What is remembered of them must not fill the memory. */
const maxFollowed = 20_000;

const maxPauseMs = 5 * 60_000;

interface FollowContext extends CommandContext {
  logger: MutableLogger;
  stop: AbortSignal;
}

/**
 * Lists again and again until a signal, and prints each change once. Each look begins at the start of
 * the list: a delivery that fails later stays at its place, where a cursor has passed. Returns the exit
 * code.
 */
export async function followDeliveries(
  stream: TenantStream,
  options: ListOptions,
  context: FollowContext,
): Promise<number> {
  const { output, clock, logger, stop } = context;
  const max = Math.min(options.max, maxFollowed);
  const looks = new Looks(stream, { ...options, max }, context);
  for (let failures = 0; !stop.aborted && !output.isClosed(); ) {
    try {
      await looks.next();
      failures = 0;
      if (logger.muted) output.note("The tenant responds again.");
      logger.muted = false;
    } catch (error) {
      if (stop.aborted) break;
      if (!looks.hasListed || !isTemporary(error, looks.pages)) throw error;
      failures += 1;
      // The listing starts over at once: the cursor is the only thing that expired.
      if (failures === 1 && isExpiredCursor(error, looks.pages)) continue;
      if (!logger.muted) output.note(troubleNotice(error as Error));
      logger.muted = true;
    }
    const intervalMs = options.interval * 1000;
    const pauseMs = Math.max(intervalMs, Math.min(intervalMs * 2 ** failures, maxPauseMs));
    // Rejected by the signal, which the loop looks at.
    await unlessAborted(stop, clock.sleep(pauseMs)).catch(() => undefined);
  }
  return 0;
}

const troubleNotice = ({ message }: Error): string =>
  `${createDiagnostic(message).message}. Trying again until the tenant responds, or a signal ends the command.`;

/** The looks at one list. */
class Looks {
  /** Whether the tenant has ever responded with a list. */
  hasListed = false;
  /** The pages that the current look has received. */
  pages = 0;
  private readonly followed: FollowedDeliveries;
  private readonly printer;
  /** Of the first look. */
  private summary: Summary | undefined = new Summary();
  private isCutReported = false;

  constructor(
    private readonly stream: TenantStream,
    private readonly options: ListOptions,
    private readonly context: FollowContext,
  ) {
    this.followed = new FollowedDeliveries(options.max);
    this.printer = printerOf(options, context.output);
  }

  async next(): Promise<void> {
    this.pages = 0;
    this.followed.begin();
    let isComplete = false;
    try {
      isComplete = await this.printPages();
      this.hasListed = true;
    } finally {
      if (!isComplete) this.followed.endEarly();
    }
    if (isComplete) {
      const ids = this.followed.takeUnlisted();
      if (ids.length > 0) await this.printer.noLongerListed(ids);
    }
    await this.reportFirst();
  }

  /** Returns whether the list was seen to its end. */
  private async printPages(): Promise<boolean> {
    const { stop, output } = this.context;
    let listed = 0;
    let next: string | undefined;
    for await (const page of pagesOf(this.stream, this.options, stop)) {
      this.pages += 1;
      this.hasListed = true;
      listed += page.deliveries.length;
      next = page.next;
      const changes = this.followed.changesIn(page.deliveries);
      this.summary?.add(changes);
      if (changes.length > 0) await this.printer.deliveries(changes);
      if (output.isClosed()) return false;
    }
    const isCut = next !== undefined && listed >= this.options.max;
    if (isCut && !this.isCutReported) this.reportCut();
    return !isCut;
  }

  private reportCut(): void {
    this.isCutReported = true;
    const { max } = this.options;
    this.context.output.note(
      `Only the first ${countOf(max, "listed delivery", "listed deliveries")} are followed: filter, or raise --max (up to ${formatNumber(maxFollowed)}).`,
    );
  }

  private async reportFirst(): Promise<void> {
    if (this.summary === undefined) return;
    const { output } = this.context;
    if (this.summary.count > 0) await this.printer.summary(this.summary.lines(output.columns));
    output.note(`Looking every ${countOf(this.options.interval, "second")}, until Ctrl-C.`);
    this.summary = undefined;
  }
}

/** The service refuses a cursor that expired; the first page has none. */
const isExpiredCursor = (error: unknown, pages: number): boolean =>
  error instanceof ApiError && error.status === 400 && pages > 0;

/** Whether a later look may succeed: not after a refusal of the credentials, the stream or the filters. */
function isTemporary(error: unknown, pages: number): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status = 0, gone, isOfGateway } = error;
  const isRefusal = status >= 400 && status < 500 && ![404, 408, 429].includes(status);
  return !gone && (isOfGateway || !isRefusal || isExpiredCursor(error, pages));
}
