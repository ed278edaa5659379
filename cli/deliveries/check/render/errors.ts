import { formatNumber } from "../../../shared/text";
import type { GroupReport } from "../report";
import { texts } from "./texts";

/** The failures of all kinds of events that have one message: a receiver that is down fails for each kind. */
export interface ErrorSummary {
  message: string;
  /** The kind with the most failures first. */
  eventTypes: string[];
  count: number;
  first?: string;
  last?: string;
}

/** The failures of a stream by message, the most frequent first. `groups` has the largest first. */
export function errorsOf(groups: GroupReport[]): ErrorSummary[] {
  const byMessage = new Map<string, ErrorSummary>();
  for (const { message, eventType, count, first, last } of groups) {
    const error = byMessage.get(message) ?? {
      message: shownMessage(message),
      eventTypes: [],
      count: 0,
    };
    error.eventTypes.push(eventType);
    error.count += count;
    if (first !== undefined && !(error.first !== undefined && error.first <= first))
      error.first = first;
    if (last !== undefined && !(error.last !== undefined && error.last >= last)) error.last = last;
    byMessage.set(message, error);
  }
  return [...byMessage.values()].sort((a, b) => b.count - a.count);
}

const shownMessage = (message: string) => (message.trim() === "" ? texts.noMessage : message);

/** At most this many kinds of events for an error. */
const maxEventTypes = 3;

/** Some kinds of events, and how many more there are. */
export function someOf(eventTypes: string[]): { shown: string[]; more: string } {
  const more = eventTypes.length - maxEventTypes;
  return {
    shown: eventTypes.slice(0, maxEventTypes),
    more: more > 0 ? ` and ${formatNumber(more)} more` : "",
  };
}
