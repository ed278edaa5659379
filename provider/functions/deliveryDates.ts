import { formats } from "../schema/formats";
import type { Json, Props } from "../shared/json";

type Direction = "down" | "up";

/** In UTC, the years that have four digits. */
const earliest = "0000-01-01T00:00:00Z";
const latest = "9999-12-31T23:59:59Z";

/** RFC 3339 in UTC: the API accepts at most 20 characters and no fraction of a second. */
export function wholeSeconds(date: string, direction: Direction): string {
  return `${new Date(roundedMs(date, direction)).toISOString().slice(0, 19)}Z`;
}

/**
 * The filters of dates as the service wants them. `dateTo` is exclusive: rounded up, it misses no
 * event.
 */
export function dateQuery({ dateFrom, dateTo }: Props): Record<string, string> {
  return {
    ...(dateFrom !== undefined && { date_from: wholeSeconds(String(dateFrom), "down") }),
    ...(dateTo !== undefined && { date_to: wholeSeconds(String(dateTo), "up") }),
  };
}

/** What is wrong with dates that the schema accepts: they may round to a year without four digits. */
export function dateViolations({ dateFrom, dateTo }: Props): string[] {
  return [
    ...rangeViolation("dateFrom", dateFrom, "down"),
    ...rangeViolation("dateTo", dateTo, "up"),
  ];
}

function rangeViolation(key: string, date: Json | undefined, direction: Direction): string[] {
  // The schema refuses anything else.
  if (typeof date !== "string" || !formats["date-time"](date)) return [];

  const ms = roundedMs(date, direction);
  if (ms < Date.parse(earliest)) return [`${key} is too early: the earliest is ${earliest}`];
  if (ms > Date.parse(latest)) return [`${key} is too late: the latest is ${latest}`];
  return [];
}

function roundedMs(date: string, direction: Direction): number {
  const secondsDown = Math.floor(Date.parse(date) / 1000);
  // A `Date` holds milliseconds: only the text shows a smaller fraction.
  const hasFraction = /\.\d*[1-9]/.test(date);
  return (direction === "up" && hasFraction ? secondsDown + 1 : secondsDown) * 1000;
}
