import { isObject, type Json, type Props } from "../shared/json";
import { checkGateway } from "./errorAdvice";
import type { ManagementApi, SendOptions } from "./managementApi";
import type { Operation } from "./operation";

export interface ListRequest {
  api: ManagementApi;
  operation: Operation;
  options: SendOptions;
}

export type Item = Props & { id: string };

export interface ListPage {
  items: Item[];
  /** The checkpoint of the next page; undefined in the last one. */
  next: string | undefined;
}

export type Query = Record<string, string>;

/** Requests one page. Throws where the response is not a page of the collection. */
export async function fetchPage(
  { api, operation, options }: ListRequest,
  query: Query,
): Promise<ListPage> {
  const response = await api.send(operation, { ...options, query: { ...options.query, ...query } });
  const page = pageIn(response, operation);
  if (page) return page;
  throw new Error(`${operation.route}: the response isn't a list of objects.\n${checkGateway}`);
}

/**
 * The page in a response; undefined where it is none. Auth0 wraps a page in an object, under the collection's
 * name. An array under another name is not the list: a gateway's `{"errors": []}` must not be taken for an
 * empty tenant.
 */
export function pageIn(response: Json | undefined, { route }: Operation): ListPage | undefined {
  const envelope = isObject(response) ? response : {};
  const items = collectionIn(envelope, route);
  const next = envelope.next ?? "";
  if (!Array.isArray(items) || !items.every(isItem) || typeof next !== "string") return undefined;
  return { items, next: next || undefined };
}

function collectionIn(envelope: Props, route: string): Json | undefined {
  const collection = lettersOf(route.slice(route.lastIndexOf("/")));
  const name = Object.keys(envelope).find((key) => lettersOf(key) === collection);
  return name === undefined ? undefined : envelope[name];
}

/** Auth0 writes `eventStreams` and `rate_limit_policies`; routes have hyphens. */
const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");

export const isItem = (item: Json | undefined): item is Item =>
  isObject(item) && typeof item.id === "string";

/** The items that were not seen before, which then are. */
export function takeNew(
  items: Item[],
  seen: { has(id: string): boolean; add(id: string): unknown },
): Item[] {
  return items.filter(({ id }) => {
    const isNew = !seen.has(id);
    if (isNew) seen.add(id);
    return isNew;
  });
}
