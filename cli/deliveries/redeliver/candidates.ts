import type { Delivery } from "../../../provider/functions/deliveryPage";
import type { Props } from "../../../provider/shared/json";
import { failedDeliveries } from "../failedDeliveries";
import { attemptsOf, FailureGroups } from "../failureGroups";
import type { Filters } from "../filters";
import type { TenantStream } from "../streams/source";

/** A delivery that may be sent again. */
export interface Candidate {
  id: string;
  /** The number of its attempts when it was listed; absent if it was not listed. */
  attempts?: number;
  /** When it was last attempted, by the service's clock, in milliseconds; absent if that is unreadable. */
  lastAttemptMs?: number;
}

/** The failed deliveries of a stream that match. */
export interface Selection {
  candidates: Candidate[];
  groups: FailureGroups;
  /** How many are left out because they had an attempt since `--not-since`. */
  recent: number;
  /** How many are left out because the service has accepted a redelivery that it has not attempted. */
  waiting: number;
}

export type SelectOptions = Filters & { notSince?: string };

/**
 * Lists all failed deliveries that match. A redelivery adds an attempt with the status `retrying` and,
 * in recorded exchanges, the next real attempt follows 6 to 22 s later: until then it is not sent again.
 * The recordings do not show how soon that entry is there: a delivery that was accepted a moment ago
 * may still look as it did before, and would be sent twice.
 */
export async function selectCandidates(
  stream: TenantStream,
  { notSince, ...filters }: SelectOptions,
  onPage: (count: number) => void,
): Promise<Selection> {
  const selection: Selection = {
    candidates: [],
    groups: new FailureGroups(),
    recent: 0,
    waiting: 0,
  };
  for await (const page of failedDeliveries(stream, filters, Number.MAX_SAFE_INTEGER)) {
    for (const delivery of page) select(selection, delivery, notSince);
    onPage(selection.candidates.length);
  }
  return selection;
}

function select(selection: Selection, delivery: Delivery, notSince: string | undefined): void {
  const attempts = attemptsOf(delivery);
  const isRecent = attempts.some(
    ({ timestamp }) =>
      notSince !== undefined && Date.parse(String(timestamp)) >= Date.parse(notSince),
  );
  if (attempts.at(-1)?.status === "retrying") {
    selection.waiting += 1;
  } else if (isRecent) {
    selection.recent += 1;
  } else {
    selection.candidates.push(candidateOf(delivery.id, attempts));
    selection.groups.add(delivery);
  }
}

function candidateOf(id: string, attempts: Props[]): Candidate {
  const times = attempts
    .map(({ timestamp }) => Date.parse(String(timestamp)))
    .filter(Number.isFinite);
  return {
    id,
    attempts: attempts.length,
    ...(times.length > 0 && { lastAttemptMs: Math.max(...times) }),
  };
}
