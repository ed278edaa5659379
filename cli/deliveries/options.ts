import { eventKinds } from "../../provider/functions/eventKinds";
import { didYouMean } from "../../provider/schema/suggestion";
import { InvalidArgumentError } from "../shared/commandLine";

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** The time of an option as an ISO text: `1h` is an hour ago. */
export function parseTime(text: string): string {
  const [, amount, unit = ""] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  const seconds = unitSeconds[unit] ?? 1;
  const ms =
    day !== undefined && isDay(day)
      ? Date.parse(text)
      : Date.now() - Number(amount) * seconds * 1000;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime()) || date.getTime() < 0) {
    throw new InvalidArgumentError(
      "Give 90s, 30m, 1h, 7d, or a date such as 2026-01-31T00:00:00Z.",
    );
  }
  return date.toISOString();
}

/** A `Date` turns the 31st of February into a day of March. */
const isDay = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** A kind of event of the command line. */
export function parseEventType(text: string): string {
  if (eventKinds.includes(text)) return text;
  const suggestion = didYouMean(text, eventKinds);
  throw new InvalidArgumentError(
    suggestion === ""
      ? `There is no such kind of event. The kinds are ${eventKinds.join(", ")}.`
      : `There is no such kind of event${suggestion}`,
  );
}

/** Kinds of events, separated by commas. */
export const parseEventTypes = (text: string): string[] =>
  text.split(",").map((type) => parseEventType(type.trim()));
