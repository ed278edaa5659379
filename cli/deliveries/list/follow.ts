import { ApiError } from "../../../provider/api/apiError";
import { isTemporary } from "../../../provider/api/outcome";
import { attemptsOf } from "../../../provider/functions/attempts";
import type { Delivery } from "../../../provider/functions/deliveryPage";
import { createDiagnostic } from "../../shared/diagnostic";
import { unlessAborted } from "../../shared/stop";
import { countOf } from "../../shared/text";
import type { CommandContext } from "../output";
import type { TenantStream } from "../streams";
import { type ListOptions, pagesOf, printerOf } from "./listing";

/** So many listed deliveries are followed at most, and remembered in a few megabytes. */
const maxFollowed = 20_000;

/**
 * Lists again and again until a signal, and prints each delivery once for each status and number of
 * attempts. Each listing begins at the start: a delivery that fails later keeps its place, which a
 * cursor has passed. Returns the exit code.
 */
export async function followDeliveries(
  stream: TenantStream,
  options: ListOptions,
  { output, clock, stop }: CommandContext & { stop: AbortSignal },
): Promise<number> {
  const max = Math.min(options.max, maxFollowed);
  const printer = printerOf(options, output);
  const printed = new PrintedStates();
  let isFirst = true;
  let isFailing = false;
  while (!stop.aborted && !output.isClosed()) {
    try {
      for await (const { deliveries } of pagesOf(stream, { ...options, max }, stop)) {
        const changed = deliveries.filter((delivery) => printed.add(delivery));
        if (changed.length > 0) await printer.deliveries(changed);
        if (output.isClosed()) return 0;
      }
      if (isFirst) output.note(followNotice(options.interval, max));
      if (isFailing) output.note("The tenant responds again.");
      isFirst = false;
      isFailing = false;
    } catch (error) {
      if (stop.aborted) break;
      if (isFirst || !mayRecover(error)) throw error;
      if (!isFailing) output.note(failureNotice(error));
      isFailing = true;
    }
    // Rejected by the signal, which the loop looks at.
    await unlessAborted(stop, clock.sleep(options.interval * 1000)).catch(() => undefined);
  }
  return 0;
}

const followNotice = (interval: number, max: number): string =>
  `Listing the first ${countOf(max, "delivery", "deliveries")} every ${countOf(interval, "second")}, until Ctrl-C.`;

const failureNotice = ({ message }: ApiError): string =>
  `${createDiagnostic(message).message}. Trying again until the tenant responds, or a signal ends the command.`;

/** Whether a later listing may succeed: not after a refusal of the credentials, the stream or the filters. */
function mayRecover(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { status = 0, kind } = error;
  return status < 400 || kind === "gateway" || isTemporary(kind);
}

/** The ids of deliveries, each with a status and a number of attempts: those listed last. */
class PrintedStates {
  private readonly states = new Set<string>();

  /** Returns whether the delivery is new, or its status or number of attempts is. */
  add(delivery: Delivery): boolean {
    const state = `${delivery.id} ${delivery.status} ${attemptsOf(delivery).length}`;
    const isNew = !this.states.delete(state);
    this.states.add(state);
    const [oldest = ""] = this.states;
    if (this.states.size > maxFollowed) this.states.delete(oldest);
    return isNew;
  }
}
