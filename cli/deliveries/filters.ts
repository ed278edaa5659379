import { eventKinds } from "../../provider/deliveries/arguments";
import {
  type Delivery,
  fetchDeliveryPage,
  maxPageSize,
} from "../../provider/deliveries/deliveryPage";
import { listDeliveries } from "../../provider/deliveries/listDeliveries";
import { formats } from "../../provider/schema/formats";
import { didYouMean } from "../../provider/schema/suggestion";
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
export function assertTimeRange({ since, until }: Times): void {
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

/** Returns a date as an ISO text, and a time ago, such as `1h`, unchanged. */
export function parseTime(text: string): string {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  const isDate = day !== undefined && isDay(day);
  const date = new Date(isDate ? Date.parse(text) : Date.now() - agoMs(text));
  if (!(date.getTime() >= 0) || !formats["date-time"](date.toISOString())) {
    throw new InvalidArgumentError(
      "Pass 90s, 30m, 1h, 7d, or a date such as 2026-01-31T00:00:00Z.",
    );
  }
  return isDate ? date.toISOString() : text;
}

/** NaN if the text isn't a time ago. */
function agoMs(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  return Number(amount) * (unitSeconds[unit] ?? 1) * 1000;
}

type Times = Pick<Filters, "since" | "until">;

/** Replaces each time ago by its date. */
export function datesAt<Options extends Times>(options: Options, now: number): Options {
  const dateOf = (time: string | undefined) => {
    const ms = agoMs(time ?? "");
    return Number.isNaN(ms) ? time : new Date(now - ms).toISOString();
  };
  const { since, until } = options;
  return {
    ...options,
    ...(since !== undefined && { since: dateOf(since) }),
    ...(until !== undefined && { until: dateOf(until) }),
  };
}

/** Uses Auth0's clock: if this machine's clock is fast, `5m` ago could be in the future. */
export async function datesOfService<Options extends Times>(
  { api, id }: TenantStream,
  options: Options,
): Promise<Options> {
  const { since = "", until = "" } = options;
  if (Number.isNaN(agoMs(since)) && Number.isNaN(agoMs(until))) return options;
  const { serviceClock } = api.transport;
  if (serviceClock.moment().service === undefined) {
    await fetchDeliveryPage(api, { eventStreamId: id, filters: {}, cursor: undefined, size: 1 });
  }
  const { service, wall } = serviceClock.moment();
  return datesAt(options, service ?? wall);
}

/** A `Date` turns the 31st of February into a day of March. */
const isDay = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

function parseEventType(text: string): string {
  // The command reads the tenant's settings later.
  if (eventKinds.includes(text) || process.env.AUTH0_UNKNOWN_VALUES === "warn") return text;
  const suggestion = didYouMean(text, eventKinds);
  throw new InvalidArgumentError(
    suggestion === ""
      ? `There is no such event type. The types are ${eventKinds.join(", ")}.`
      : `There is no such event type${suggestion}`,
  );
}

export const parseEventTypes = (text: string): string[] =>
  text.split(",").map((type) => parseEventType(type.trim()));
