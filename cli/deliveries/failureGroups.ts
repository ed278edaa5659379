import { attemptsOf, lastMessage } from "../../provider/deliveries/attempts";
import type { Delivery } from "../../provider/deliveries/deliveryPage";
import { formats } from "../../provider/schema/formats";
import type { Props } from "../../provider/shared/json";
import { alignColumns, countOf, formatNumber, formatUtc, truncate } from "../shared/text";
import { shortText } from "./standardOutput";

/** Failed deliveries that have the same message and kind of event. */
export interface FailureGroup {
  /** The message of the last attempt that has one, cut if it is long; empty if none has. */
  message: string;
  eventType: string;
  count: number;
  /** ISO times of the earliest and the latest attempt with this message, in UTC; absent if none is known. */
  first?: string;
  last?: string;
  example: string;
}

type Times = Pick<FailureGroup, "first" | "last">;

/** Messages come from outside, and can be of any length. */
const maxMessageLength = 170;

export class FailureGroups {
  count = 0;
  /** The times of all attempts, with any message. */
  readonly times: Times = {};
  private readonly byKey = new Map<string, FailureGroup>();

  add(delivery: Delivery): void {
    this.count += 1;
    const { id, eventType } = delivery;
    const attempts = attemptsOf(delivery);
    const message = lastMessage(delivery);
    const shown = truncate(message, maxMessageLength);
    const key = JSON.stringify([shown, eventType]);
    const unseen = { message: shown, eventType: String(eventType), count: 0, example: id };
    const group: FailureGroup = this.byKey.get(key) ?? unseen;
    this.byKey.set(key, group);
    group.count += 1;
    for (const attempt of attempts) {
      const time = isoTime(attempt);
      if (time === undefined) continue;
      extend(this.times, time);
      if (failedWith(message, attempt)) extend(group, time);
    }
  }

  all(): FailureGroup[] {
    return [...this.byKey.values()].sort((a, b) => b.count - a.count);
  }
}

/** Earlier attempts may have failed for another reason. `retrying` marks the redelivery itself. */
const failedWith = (message: string, { status, errorMessage }: Props): boolean =>
  status !== "retrying" && (typeof errorMessage === "string" ? errorMessage : "") === message;

function extend(times: Times, time: string): void {
  if (times.first === undefined || time < times.first) times.first = time;
  if (times.last === undefined || time > times.last) times.last = time;
}

/** The time in UTC, so that times compare as texts. Undefined if the timestamp has another form. */
const isoTime = ({ timestamp }: Props): string | undefined =>
  typeof timestamp === "string" && formats["date-time"](timestamp)
    ? new Date(timestamp).toISOString()
    : undefined;

export const shownMessage = (message: string): string =>
  message.trim() === "" ? "(no message from Auth0)" : message;

const maxShownGroups = 20;
/** Longer lines wrap on every screen. */
const maxLineLength = 400;

const headings = ["COUNT", "FIRST (UTC)", "LAST (UTC)", "EVENT TYPE", "ERROR"];

export function failureLines(groups: FailureGroup[]): string[] {
  const shown = groups.slice(0, maxShownGroups);
  const rows = alignColumns([headings, ...shown.map(cellsOf)], [0]);
  const fitting = rows.map((row) => indent + shortText(row, maxLineLength));
  if (groups.length <= maxShownGroups) return fitting;

  const others = groups.slice(maxShownGroups);
  const deliveries = others.reduce((sum, { count }) => sum + count, 0);
  const more = `and ${countOf(deliveries, "delivery", "deliveries")} with ${countOf(others.length, "other error")}`;
  return [...fitting, indent + more];
}

const indent = "  ";

function cellsOf({ count, first, last, eventType, message }: FailureGroup): string[] {
  const time = (text?: string) => (text === undefined ? "-" : shortText(formatUtc(text)));
  const start = [formatNumber(count), time(first), time(last)];
  return [...start, shortText(eventType), shownMessage(message)];
}
