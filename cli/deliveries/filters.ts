import { type Delivery, maxPageSize } from "../../provider/deliveries/deliveryPage";
import { listDeliveries } from "../../provider/deliveries/listDeliveries";
import { formats } from "../../provider/schema/formats";
import type { Props } from "../../provider/shared/json";
import { InvalidArgumentError } from "../shared/commandLine";
import type { TenantStream } from "./streams";

export interface Filters {
  status?: string[] | undefined;
  type?: string[] | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Throws if there is no time between the two. */
export function assertTimeRange({ since, until }: Filters): void {
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until)) {
    throw new Error(`--until (${until}) must be later than --since (${since}).`);
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

/** The filters as options of another command. */
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

/** The ISO text of a date, or of a time ago, such as `1h`. */
export function parseTime(text: string): string {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  const isDate = day !== undefined && isDay(day);
  const date = new Date(isDate ? Date.parse(text) : Date.now() - agoMs(text));
  if (!(date.getTime() >= 0) || !formats["date-time"](date.toISOString())) {
    throw new InvalidArgumentError(
      "Pass 90s, 30m, 1h, 7d, or a date such as 2026-01-31T00:00:00Z.",
    );
  }
  return date.toISOString();
}

/** NaN if the text isn't a time ago. */
function agoMs(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  return Number(amount) * (unitSeconds[unit] ?? 1) * 1000;
}

/** A `Date` turns the 31st of February into a day of March. */
const isDay = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};
