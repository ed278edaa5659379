import { ApiError, checkGateway } from "../api/apiError";
import { type ManagementApi, openApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { type Lookup, settingsFrom } from "../config/settings";
import { decode, wireName } from "../schema/codec";
import { formats } from "../schema/formats";
import { fillRemoved } from "../schema/normalize";
import { functionSchema } from "../schema/packageSchema";
import { validator } from "../schema/validate";
import { isObject, type Json, type Props } from "../shared/json";

export const deliveriesFunction: { name: string; operation: Operation } = {
  name: "getDeliveries",
  operation: { route: "GET /event-streams/{id}/deliveries", scope: "read:event_deliveries" },
};

const { inputs, outputs } = functionSchema(deliveriesFunction.name);
// Secret Outputs come here as plain values: none is quoted.
const validate = validator(inputs, { quoteValues: false });

const noStream = "there is no such stream in this tenant; take its id from the stream's output";

/** Deliveries that no earlier page had; `next` is the `from` that continues after them. */
export type Page = { deliveries: Props[]; next?: string };

const repeats = "the pages repeat the same deliveries, so the rest is unknown";

/** Deliveries shift while they are listed, so that a page with a new cursor may bring nothing new. */
const maxRepeatedPages = 10;

/**
 * Pages of at most `maxItems` deliveries in all, each id once. The interface returns a bare array,
 * whose last id is the cursor; the service returns `{ deliveries, next }`, with `next` even on its
 * last page. Either may begin a page with the delivery that the cursor stands for. So the end is an
 * empty page, a page of that delivery alone, or a missing or repeated cursor.
 */
export async function* listDeliveries(api: ManagementApi, args: Props): AsyncGenerator<Page> {
  const problems = [...validate(args), ...outOfRange(args)];
  if (problems.length > 0) throw new Error(`getDeliveries: ${problems.join("; ")}`);
  const { from, take, maxItems, includeEvent, ...asked } = fillRemoved(inputs, args, {});
  const shown = ({ event, ...delivery }: Props): Props =>
    includeEvent && event !== undefined ? { ...delivery, event } : delivery;
  let { lastId, cursor } = readFrom(from);
  const seen = new Set([lastId]);
  const cursors = new Set<string>();
  /** How many deliveries at the start of a page were on the page before: 1 where `from` includes its id. */
  let repeated = 0;
  let repeatedPages = 0;
  for (let remaining = Number(maxItems); remaining > 0; ) {
    // The last page asks for no more than is wanted, so that its cursor skips nothing.
    const size = Math.max(Math.min(Number(take), remaining + repeated), 1 + repeated);
    const { page, bare, next } = await fetchPage(api, asked, { cursor, size });
    if (page.length === 0) return;
    if (seen.has(page[0]?.id)) repeated = 1;
    if (page.every(({ id }) => id === lastId)) {
      if (size > 1) return;
      // A page of one may be the cursor's own delivery: ask for two.
      continue;
    }
    const fresh = page.filter(({ id }) => !seen.has(id) && seen.add(id));
    const deliveries = fresh.slice(0, remaining);
    remaining -= deliveries.length;
    lastId = deliveries.at(-1)?.id ?? lastId;
    // A page larger than asked for is cut, and an id is a cursor too (interface 4.8).
    const following = bare || deliveries.length < fresh.length ? lastId : next;
    const more = following !== undefined && !cursors.has(following);
    if (fresh.length === 0) {
      if (following === undefined) return;
      if (!more || ++repeatedPages > maxRepeatedPages) throw unusable(api, asked, repeats);
    } else {
      repeatedPages = 0;
      yield {
        deliveries: deliveries.map(shown),
        ...(more && { next: writeNext(String(lastId), following) }),
      };
      if (!more) return;
    }
    cursors.add(following);
    cursor = following;
  }
}

/** The same, of the tenant that configuration and environment name. */
export function deliveriesOf(get: Lookup, args: Props): AsyncGenerator<Page> {
  return listDeliveries(openApi(settingsFrom(get, process.env)), args);
}

type Delivery = Props & { id: string };
type Position = { cursor: string | undefined; size: number };

async function fetchPage(api: ManagementApi, asked: Props, { cursor, size }: Position) {
  const { eventStreamId, ...filters } = asked;
  const query = {
    ...filterQuery(filters),
    take: String(size),
    ...(cursor !== undefined && { from: cursor }),
  };
  const request = { id: String(eventStreamId), query, advice: { 404: noStream } };
  const answer = await api.send(deliveriesFunction.operation, request);
  const bare = Array.isArray(answer);
  const { deliveries: wire, next = null } = bare ? { deliveries: answer } : asObject(answer);
  const isPage = Array.isArray(wire) && wire.every(hasId);
  if (!isPage || !(next === null || typeof next === "string")) {
    throw unusable(api, asked, "it holds no list of deliveries");
  }
  const { deliveries: schema = {} } = outputs.properties;
  return {
    page: decode(schema, wire, { declaredOnly: true }) as Delivery[],
    bare,
    next: next || undefined,
  };
}

const asObject = (answer: Json | undefined): Props => (isObject(answer) ? answer : {});
const hasId = (item: Json) => isObject(item) && typeof item.id === "string";

/** Never taken for an empty list, or for the end of one. */
function unusable({ domain }: ManagementApi, { eventStreamId }: Props, what: string): ApiError {
  const asked = deliveriesFunction.operation.route.replace("{id}", String(eventStreamId));
  return new ApiError({
    failure: `${asked} (${domain}): the response could not be read: ${what}`,
    advice: checkGateway,
  });
}

/**
 * `next` names the last delivery besides the service's cursor, so that the listing which continues
 * there does not repeat it.
 */
const writeNext = (last: string, cursor: string) =>
  last.includes(":") ? cursor : `after:${last}:${cursor}`;

type Start = { lastId?: string | undefined; cursor?: string };

/** What the service itself calls `next`, or a delivery's id, is sent as it is. */
function readFrom(from: Json | undefined): Start {
  if (from === undefined) return {};
  const [, lastId, cursor = String(from)] = /^after:([^:]*):(.+)$/s.exec(String(from)) ?? [];
  return { lastId, cursor };
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
