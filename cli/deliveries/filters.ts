import { listDeliveries } from "../../provider/functions/deliveries";
import { type Delivery, maxPageSize } from "../../provider/functions/deliveryPage";
import { eventKinds } from "../../provider/functions/eventKinds";
import { didYouMean } from "../../provider/schema/suggestion";
import type { Props } from "../../provider/shared/json";
import { InvalidArgumentError } from "../shared/commandLine";
import type { TenantStream } from "./streams";

/** The options that choose deliveries, as the command line has them. */
export interface Filters {
  status?: string[] | undefined;
  type?: string[] | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Throws for times between which nothing lies. */
export function assertTimeRange({ since, until }: Pick<Filters, "since" | "until">): void {
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until)) {
    throw new Error(`--until (${until}) must be later than --since (${since})`);
  }
}

export function filterArguments({ status, type, since, until }: Filters): Props {
  assertTimeRange({ since, until });
  return {
    ...(status && { statuses: status }),
    ...(type && { eventTypes: type }),
    ...(since !== undefined && { dateFrom: since }),
    ...(until !== undefined && { dateTo: until }),
  };
}

/** The filters as options of another command, for the user to type. */
export const filterOptions = ({ status, type, since, until }: Filters): string[] =>
  Object.entries({ status, type, since, until }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );

export async function* failedDeliveries(
  { api, id }: TenantStream,
  filters: Filters,
): AsyncGenerator<Delivery[]> {
  const pages = listDeliveries(api, {
    ...filterArguments(filters),
    eventStreamId: id,
    statuses: ["failed"],
    take: maxPageSize,
    maxItems: Number.MAX_SAFE_INTEGER,
  });
  for await (const { deliveries } of pages) yield deliveries;
}

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

export function parseEventType(text: string): string {
  if (eventKinds.includes(text)) return text;
  const suggestion = didYouMean(text, eventKinds);
  throw new InvalidArgumentError(
    suggestion === ""
      ? `There is no such kind of event. The kinds are ${eventKinds.join(", ")}.`
      : `There is no such kind of event${suggestion}`,
  );
}

export const parseEventTypes = (text: string): string[] =>
  text.split(",").map((type) => parseEventType(type.trim()));
