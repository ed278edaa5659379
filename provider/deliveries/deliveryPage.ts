import { ApiError } from "../api/apiError";
import { checkGateway } from "../api/errorAdvice";
import { type Item, type ListPage, pageIn } from "../api/fetchPage";
import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { decode, wireName } from "../schema/codec";
import { functionSchema } from "../schema/packageSchema";
import type { Props } from "../shared/json";

export const functionName = "getDeliveries";

export const deliveriesOperation: Operation = {
  route: "GET /event-streams/{id}/deliveries",
  scopes: ["read:event_streams", "read:event_deliveries"],
};

const { inputs, outputs } = functionSchema(functionName);

export const maxPageSize = Number(inputs.properties.take?.maximum);

export const noStream = "This tenant has no such stream. Take the ID from the stream's output.";

export type Delivery = Item;

export interface PageRequest {
  eventStreamId: string;
  /** Arguments of the function that choose deliveries. */
  filters: Props;
  /** Where the page begins: the id of a delivery, or Auth0's `next`; absent for the first page. */
  cursor: string | undefined;
  /** The largest number of deliveries. */
  size: number;
}

/** Requests one page. Throws where the response is not a page of deliveries. */
export async function fetchDeliveryPage(
  api: ManagementApi,
  { eventStreamId, filters, cursor, size }: PageRequest,
): Promise<ListPage> {
  const query = {
    ...filterQuery(filters),
    take: String(size),
    ...(cursor !== undefined && { from: cursor }),
  };
  const options = { id: eventStreamId, query, advice: { 404: noStream } };
  const page = pageIn(await api.send(deliveriesOperation, options), deliveriesOperation);
  if (!page) throw unreadable(api, eventStreamId, "it has no list of deliveries");
  return { ...page, items: page.items.map(decodeDelivery) };
}

export const decodeDelivery = (wire: Delivery): Delivery =>
  decode(outputs.properties.deliveries?.items ?? {}, wire) as Delivery;

/** The error for a response that must be taken neither for an empty list nor for the end of one. */
export function unreadable(
  { domain }: ManagementApi,
  streamId: string,
  reason: string,
  { route }: Operation = deliveriesOperation,
): ApiError {
  const request = route.replace("{id}", streamId);
  return new ApiError({
    failure: `${request} (${domain}): the response can't be read, because ${reason}`,
    advice: checkGateway,
    kind: "unreadable",
  });
}

function filterQuery(filters: Props): Record<string, string> {
  const { dateFrom, dateTo, ...lists } = filters;
  const listQuery = Object.entries(lists).map(([key, list]) => [wireName(key), String(list)]);
  return { ...Object.fromEntries(listQuery), ...dateQuery(filters) };
}

type Direction = "down" | "up";

const firstSecond = Date.parse("0000-01-01T00:00:00Z") / 1000;
const lastSecond = Date.parse("9999-12-31T23:59:59Z") / 1000;

/** RFC 3339 in UTC: the API accepts at most 20 characters and no fraction of a second. */
export function wholeSeconds(date: string, direction: Direction): string {
  const secondsDown = Math.floor(Date.parse(date) / 1000);
  // A `Date` holds milliseconds: only the text shows a smaller fraction.
  const hasFraction = /\.\d*[1-9]/.test(date);
  const rounded = direction === "up" && hasFraction ? secondsDown + 1 : secondsDown;
  // An offset, or rounding up, can lead to a year that RFC 3339 doesn't have.
  const seconds = Math.min(Math.max(rounded, firstSecond), lastSecond);
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/**
 * The filters of dates as Auth0 wants them. `dateTo` is exclusive: rounded up, it misses no
 * event.
 */
export function dateQuery({ dateFrom, dateTo }: Props): Record<string, string> {
  return {
    ...(dateFrom !== undefined && { date_from: wholeSeconds(String(dateFrom), "down") }),
    ...(dateTo !== undefined && { date_to: wholeSeconds(String(dateTo), "up") }),
  };
}
