import type { Operation } from "./definition";
import { formats } from "./formats";
import { isObject, type Json, type Props } from "./json";
import { fillRemoved } from "./normalize";
import { functionSchema } from "./schema";
import { type Lookup, settingsFrom } from "./settings";
import { openTenant, type Tenant } from "./tenant";
import { validator } from "./validate";
import { decode, wireName } from "./wire";

export const deliveriesFunction: { name: string; operation: Operation } = {
  name: "getDeliveries",
  operation: { route: "GET /event-streams/{id}/deliveries", scope: "read:event_deliveries" },
};

const { inputs, outputs } = functionSchema(deliveriesFunction.name);
const validate = validator(inputs);

const noStream = "there is no such stream in this tenant; take its id from the stream's output";

/** One answer of the listing; `next` is the `from` of the page after it. */
export type Page = { deliveries: Props[]; next?: string };

/**
 * Pages of at most `maxItems` deliveries in all, each id once. The interface answers a bare array,
 * whose last id leads on; the service answers `{ deliveries, next }`, with `next` even on its last
 * page. So the end is an empty page, a page of nothing new, or a missing or repeated cursor.
 */
export async function* listDeliveries(tenant: Tenant, args: Props): AsyncGenerator<Page> {
  const problems = [...validate(args), ...outOfRange(args)];
  if (problems.length > 0) throw new Error(`getDeliveries: ${problems.join("; ")}`);
  const asked = fillRemoved(inputs, args, {});
  const { eventStreamId, from, take, maxItems, includeEvent, ...filters } = asked;
  const seen = new Set<Json | undefined>();
  const cursors = new Set<Json | undefined>();
  let cursor = from;
  for (let room = Number(maxItems); room > 0; room = Number(maxItems) - seen.size) {
    const query = {
      ...filterQuery(filters),
      // The last page asks for no more than is wanted, so that its cursor skips nothing.
      take: String(Math.min(Number(take), room)),
      ...(cursor !== undefined && { from: String(cursor) }),
    };
    const { operation } = deliveriesFunction;
    const request = { id: String(eventStreamId), query, advice: { 404: noStream } };
    const { page, next } = read(await tenant.send(operation, request));
    const fresh = page.filter(({ id }) => !seen.has(id) && seen.add(id));
    if (fresh.length === 0) return;
    // A page larger than asked for is cut, and an id is a cursor too (interface 4.8).
    cursor = fresh.length > room ? fresh[room - 1]?.id : next;
    const more = typeof cursor === "string" && !cursors.has(cursor);
    const deliveries = fresh.slice(0, room);
    yield {
      deliveries: includeEvent ? deliveries : deliveries.map(({ event: _, ...item }) => item),
      ...(more && { next: String(cursor) }),
    };
    if (!more) return;
    cursors.add(cursor);
  }
}

/** The same, of the tenant that configuration and environment name. */
export function deliveriesOf(get: Lookup, args: Props): AsyncGenerator<Page> {
  return listDeliveries(openTenant(settingsFrom(get, process.env)), args);
}

function read(answer: Json | undefined): { page: Props[]; next: Json | undefined } {
  const wire = isObject(answer) ? answer.deliveries : answer;
  const { deliveries: schema = {} } = outputs.properties;
  const page = decode(schema, Array.isArray(wire) ? wire : [], true) as Props[];
  return { page, next: isObject(answer) ? answer.next : page.at(-1)?.id };
}

function filterQuery({ dateFrom, dateTo, ...lists }: Props) {
  return {
    ...Object.fromEntries(Object.entries(lists).map(([key, list]) => [wireName(key), `${list}`])),
    ...(dateFrom !== undefined && { date_from: wholeSeconds(String(dateFrom), "down") }),
    ...(dateTo !== undefined && { date_to: wholeSeconds(String(dateTo), "up") }),
  };
}

type Direction = "down" | "up";

/** RFC 3339 in UTC without fractions, 20 characters, as the interface's section 4.8 asks. */
export function wholeSeconds(text: string, direction: Direction): string {
  return `${new Date(roundedMs(text, direction)).toISOString().slice(0, 19)}Z`;
}

function roundedMs(text: string, direction: Direction): number {
  const up = direction === "up" && /\.\d*[1-9]/.test(text) ? 1000 : 0;
  return Math.floor(Date.parse(text) / 1000) * 1000 + up;
}

const [earliest, latest] = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];

/** Dates whose year, in UTC and rounded, has no four digits. */
function outOfRange({ dateFrom, dateTo }: Props): string[] {
  const problem = (key: string, date: Json | undefined, direction: Direction) => {
    if (typeof date !== "string" || !formats["date-time"](date)) return [];
    const ms = roundedMs(date, direction);
    if (ms < Date.parse(earliest)) return [`${key} is too early: the earliest is ${earliest}`];
    if (ms > Date.parse(latest)) return [`${key} is too late: the latest is ${latest}`];
    return [];
  };
  return [...problem("dateFrom", dateFrom, "down"), ...problem("dateTo", dateTo, "up")];
}
