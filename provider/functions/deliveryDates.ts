import type { Props } from "../shared/json";

type Direction = "down" | "up";

/** RFC 3339 in UTC: the API accepts at most 20 characters and no fraction of a second. */
export function wholeSeconds(date: string, direction: Direction): string {
  const secondsDown = Math.floor(Date.parse(date) / 1000);
  // A `Date` holds milliseconds: only the text shows a smaller fraction.
  const hasFraction = /\.\d*[1-9]/.test(date);
  const seconds = direction === "up" && hasFraction ? secondsDown + 1 : secondsDown;
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
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
