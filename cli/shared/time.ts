import { countOf, escapeInvisible } from "./text";

/** `2026-03-04 06:58:12 UTC`. Returns a text that isn't a time unchanged. */
export const formatTime = (text: string): string =>
  formatUtc(text) + (Number.isNaN(Date.parse(text)) ? "" : " UTC");

/** The same without the zone, for a column that has the zone in its heading. */
export function formatUtc(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return escapeInvisible(text);
  return date.toISOString().slice(0, 19).replace("T", " ");
}

/** The time between two ISO times: `0.4 s`, `14 s`, `3 min 20 s`. */
export function formatDuration(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  // If the clock was set back in between, the duration must not be negative.
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export const checkTime = ({ startedAt, finishedAt }: { startedAt: string; finishedAt: string }) =>
  `Checked ${formatTime(finishedAt)}, in ${formatDuration(startedAt, finishedAt)}`;

const unitSeconds = { day: 86_400, hour: 3_600, minute: 60, second: 1 };

/** The time since an ISO time in its largest unit, such as `40 seconds`, `5 hours`, or `12 days`. */
export function formatAge(from: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(from)) / 1000));
  if (Number.isNaN(seconds)) return "";
  const units = Object.entries(unitSeconds);
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ["second", 1];
  return countOf(Math.floor(seconds / size), unit);
}
