import { escapeInvisible } from "./text";

/** `2026-03-04 06:58:12 UTC`; a text that is no time is returned as it is. */
export function formatTime(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return escapeInvisible(text);
  return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** The time between two ISO times: `0.4 s`, `14 s`, `3 min 20 s`. */
export function formatDuration(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  // A clock that was set back in between must not give a negative duration.
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
