import type { Operation } from "./definition";
import { functionSchema, isObject, type Json, type Props } from "./schema";
import type { Tenant } from "./tenant";
import { decode, wireName } from "./wire";

export const deliveriesFunction: { name: string; operation: Operation } = {
  name: "getDeliveries",
  operation: { route: "GET /event-streams/{id}/deliveries", scope: "read:event_deliveries" },
};

const { deliveries: items } = functionSchema(deliveriesFunction.name).outputs.properties ?? {};

/** One answer of the listing. */
export interface Page {
  deliveries: Props[];
  /** The `from` of the page after this one; absent where the service names none. */
  next?: string;
}

/** The function's arguments, checked, with their defaults. */
export interface DeliveriesQuery {
  eventStreamId: string;
  statuses?: string[];
  eventTypes?: string[];
  dateFrom?: string;
  dateTo?: string;
  from?: string;
  take: number;
  maxItems: number;
  includeEvent: boolean;
}

/**
 * Pages of at most `maxItems` deliveries in all, each id once. The interface answers a bare array,
 * whose last id leads on; the service answers `{ deliveries, next }`, with `next` even on its last
 * page. So the end is an empty page, a page of nothing new, or a missing or repeated cursor.
 */
export async function* listDeliveries(
  { api }: Tenant,
  { eventStreamId: id, from, take, maxItems, includeEvent, ...filters }: DeliveriesQuery,
): AsyncGenerator<Page> {
  const seen = new Set<string>();
  const cursors = new Set<string>();
  let cursor = from;
  while (seen.size < maxItems) {
    // The last page asks for no more than is wanted, so that its cursor skips nothing.
    const query = {
      ...filterQuery(filters),
      take: String(Math.min(take, maxItems - seen.size)),
      ...(cursor !== undefined && { from: cursor }),
    };
    const answer = await api.send(deliveriesFunction.operation, { id, query });
    const { page, next } = read(answer);
    const room = maxItems - seen.size;
    const fresh = page.filter((item) => !seen.has(String(item.id)) && seen.add(String(item.id)));
    if (fresh.length === 0) return;
    // A page larger than asked for is cut, and an id is a cursor too (interface 4.8).
    const leadsOn = fresh.length > room ? String(fresh[room - 1]?.id) : next;
    const more = leadsOn !== undefined && !cursors.has(leadsOn) ? leadsOn : undefined;
    yield {
      deliveries: fresh
        .slice(0, room)
        .map(({ event, ...item }) =>
          includeEvent && event !== undefined ? { ...item, event } : item,
        ),
      ...(more !== undefined && { next: more }),
    };
    if (more === undefined) return;
    cursors.add(more);
    cursor = more;
  }
}

function read(answer: Json | undefined): { page: Props[]; next: string | undefined } {
  const wire = isObject(answer) ? answer.deliveries : answer;
  const page = decode(items ?? {}, Array.isArray(wire) ? wire : [], true) as Props[];
  if (isObject(answer)) {
    return { page, next: typeof answer.next === "string" ? answer.next : undefined };
  }
  const last = page.at(-1)?.id;
  return { page, next: typeof last === "string" ? last : undefined };
}

type Filters = Omit<
  DeliveriesQuery,
  "eventStreamId" | "from" | "take" | "maxItems" | "includeEvent"
>;

function filterQuery({ dateFrom, dateTo, ...lists }: Filters): Record<string, string> {
  return {
    ...Object.fromEntries(
      Object.entries(lists).map(([key, values]) => [wireName(key), values.join()]),
    ),
    ...(dateFrom !== undefined && { date_from: wholeSeconds(dateFrom, "down") }),
    ...(dateTo !== undefined && { date_to: wholeSeconds(dateTo, "up") }),
  };
}

/** RFC 3339 in UTC without fractions, 20 characters, as the interface's section 4.8 asks. */
export function wholeSeconds(text: string, direction: "up" | "down"): string {
  const fraction = Number(`0${/\.\d+/.exec(text)?.[0] ?? ""}`);
  const ms = Math.floor(Date.parse(text) / 1000) * 1000;
  const up = direction === "up" && fraction > 0 ? 1000 : 0;
  return `${new Date(ms + up).toISOString().slice(0, 19)}Z`;
}
