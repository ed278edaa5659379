import { ApiError } from "../../../provider/api/apiError";
import type { Moment } from "../../../provider/api/serviceClock";
import { readDelivery } from "../../../provider/functions/oneDelivery";
import { redeliverOne } from "../../../provider/functions/redeliver";
import { attemptsOf } from "../failureGroups";
import type { TenantStream } from "../streams/source";
import type { Candidate } from "./candidates";

/** What became of one delivery. */
export type Result =
  | { kind: "accepted" }
  /** The service has no such delivery: it succeeded meanwhile, or there was none. */
  | { kind: "gone" }
  | { kind: "refused"; error: ApiError }
  /** The service may have accepted it. Without `error`, its response was not awaited. */
  | { kind: "uncertain"; error?: ApiError };

export interface SendContext {
  /** Once aborted, nothing more is sent. */
  signal: AbortSignal;
  /** Called at the moment when a request is sent. */
  onSend: (id: string) => void;
}

/** How long the service gets to show an accepted request in the delivery. */
const settleMs = 5000;

/**
 * Requests the redelivery of one delivery. After a lost response it reads the delivery, and sends once
 * more only if that shows no sign of the first request. Undefined if nothing was sent, since the run ends.
 */
export async function redeliverCandidate(
  stream: TenantStream,
  candidate: Candidate,
  context: SendContext,
): Promise<Result | undefined> {
  const first = await sendOnce(stream, candidate, context);
  if (first?.kind !== "lost") return first;
  const accepted = await wasAccepted(stream, candidate, first.sentAt, context);
  if (accepted !== false) return accepted ? { kind: "accepted" } : uncertain(first);

  const second = await sendOnce(stream, candidate, context);
  // The first request was accepted after all.
  if (second?.kind === "gone") return { kind: "accepted" };
  if (second?.kind !== "lost") return second;
  const acceptedNow = await wasAccepted(stream, candidate, second.sentAt, context);
  return acceptedNow ? { kind: "accepted" } : uncertain(second);
}

const uncertain = ({ error }: Lost): Result => ({ kind: "uncertain", error });

/** The response did not arrive, so that the service may have accepted the request. */
interface Lost {
  kind: "lost";
  error: ApiError;
  sentAt: Moment;
}

async function sendOnce(
  { api, id }: TenantStream,
  candidate: Candidate,
  { signal, onSend }: SendContext,
): Promise<Result | Lost | undefined> {
  const { serviceClock } = api.transport;
  let sentAt = serviceClock.moment();
  const beforeSending = () => {
    signal.throwIfAborted();
    sentAt = serviceClock.moment();
    onSend(candidate.id);
  };
  try {
    await redeliverOne(api, id, candidate.id, { beforeSending });
    return { kind: "accepted" };
  } catch (error) {
    if (signal.aborted && error === signal.reason) return undefined;
    if (!(error instanceof ApiError)) throw error;
    if (error.mayHaveRun) return { kind: "lost", error, sentAt };
    return error.gone ? { kind: "gone" } : { kind: "refused", error };
  }
}

/** Whether a delivery shows that a request was accepted; undefined if that cannot be determined. */
async function wasAccepted(
  { api, id: streamId }: TenantStream,
  { id, attempts: before }: Candidate,
  sentAt: Moment,
  { signal }: SendContext,
): Promise<boolean | undefined> {
  if (signal.aborted) return undefined;
  const { clock, serviceClock } = api.transport;
  await clock.sleep(settleMs);
  try {
    const delivery = await readDelivery(api, streamId, id);
    if (delivery === undefined || delivery.status !== "failed") return true;
    const attempts = attemptsOf(delivery);
    if (before !== undefined) return attempts.length > before;
    const last = attempts.at(-1);
    if (last === undefined) return false;
    const order = serviceClock.compare(last.timestamp, sentAt);
    return order === "unclear" ? undefined : order === "since";
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
