import type { Props } from "../shared/json";
import { ApiError } from "./apiError";
import { checkGateway } from "./errorAdvice";
import {
  fetchPage,
  type Item,
  type ListPage,
  type ListRequest,
  type Query,
  takeNew,
} from "./fetchPage";
import type { ManagementApi, SendOptions } from "./managementApi";
import type { ListOperation } from "./operation";

/** The largest page in the public cloud; a private cloud grants 100. A page may hold fewer objects. */
const pageSize = 50;

const firstPages: Record<ListOperation["pages"], Query> = {
  checkpoint: { take: `${pageSize}` },
  // With the count, a list that fits one page needs no second request.
  numbered: { page: "0", per_page: `${pageSize}`, include_totals: "true" },
};

/**
 * Pages in a row without a new object before the listing fails. Objects that are created meanwhile may
 * push those that are listed already to the next pages.
 */
const maxPagesWithoutNew = 3;

/**
 * Lists every object of a collection once, a page at a time, and throws where objects may be missing.
 * A listing whose checkpoint has expired starts again, once.
 */
export async function* listPages(
  api: ManagementApi,
  operation: ListOperation,
  options: SendOptions = {},
): AsyncGenerator<Props[]> {
  const request = { api, operation, options };
  const listed = new Set<string>();
  const expired = yield* pagesFromStart(request, listed);
  if (!expired) return;
  const expiredAgain = yield* pagesFromStart(request, listed);
  if (expiredAgain) throw expiredAgain;
}

/** Returns the rejection of a checkpoint; undefined where the listing is complete. */
async function* pagesFromStart(
  request: ListRequest,
  listed: Set<string>,
): AsyncGenerator<Item[], ApiError | undefined> {
  const { pages } = request.operation;
  const first = await fetchPage(request, firstPages[pages]);
  // The API's reference shows arrays also where a list has checkpoints.
  const isNumbered = pages === "numbered" || first.isArray;
  const ids = new Set<string>();
  let page = first;
  let pagesWithoutNew = 0;
  for (let number = 1; ; number++) {
    yield takeNew(page.items, listed);

    pagesWithoutNew = takeNew(page.items, ids).length > 0 ? 0 : pagesWithoutNew + 1;
    const query = isNumbered ? numberedQuery(page, number, first, ids.size) : checkpointQuery(page);
    if (query === undefined) {
      if (page.total > ids.size) throw incomplete(request, "it ends before its last object");
      return undefined;
    }
    if (pagesWithoutNew > maxPagesWithoutNew) {
      throw incomplete(request, "its pages repeat and don't end");
    }

    const following = await fetchFollowing(request, query);
    if (following instanceof ApiError) return following;
    if (following.isArray !== first.isArray) throw incomplete(request, "its pages differ in form");
    page = following;
  }
}

/** The query of the next page; undefined where this one was the last. */
const checkpointQuery = ({ next }: ListPage): Query | undefined =>
  next === undefined ? undefined : { ...firstPages.checkpoint, from: next };

/**
 * The query of the page with this number; undefined where the page before it was the last: an empty one
 * (API reference, "Pagination"), one with fewer objects than the first, which shows the size of pages, or
 * one after which as many objects are listed as Auth0 counts.
 */
function numberedQuery(
  { items, total }: ListPage,
  number: number,
  first: ListPage,
  listed: number,
): Query | undefined {
  const size = first.items.length;
  if (items.length === 0 || items.length < size || total === listed) return undefined;
  const counted = first.isArray ? {} : { include_totals: "true" };
  return { page: `${number}`, per_page: `${size}`, ...counted };
}

/** A page, or the rejection of an expired checkpoint. */
async function fetchFollowing(request: ListRequest, query: Query): Promise<ListPage | ApiError> {
  return fetchPage(request, query).catch((error: unknown) => {
    const isExpired = query.from !== undefined && error instanceof ApiError && error.status === 400;
    if (isExpired) return error;
    throw error;
  });
}

const incomplete = ({ operation }: ListRequest, reason: string) =>
  new Error(`${operation.route}: the list may be incomplete, because ${reason}.\n${checkGateway}`);

/** Listings of a collection that changes all the time, before the list fails. */
const maxListings = 4;

/**
 * All objects of a collection, so that an object that is not among them is not in the tenant. Where
 * an object is deleted between two requests, others move to the page before, unseen. So a listing of
 * several pages counts only if the next listing still has all of its objects: then nothing was
 * deleted in between.
 */
export async function listAll(
  api: ManagementApi,
  operation: ListOperation,
  options: SendOptions = {},
): Promise<Props[]> {
  let before: Map<string, Props> | undefined;
  for (let listing = 1; listing <= maxListings; listing++) {
    const objects = new Map<string, Props>();
    let pages = 0;
    for await (const page of listPages(api, operation, options)) {
      for (const object of page) objects.set(String(object.id), object);
      pages++;
    }
    const stillHasAll = before && [...before.keys()].every((id) => objects.has(id));
    if (pages === 1 || stillHasAll) return [...objects.values()];
    before = objects;
  }
  throw new Error(
    `${operation.route}: the list changed ${maxListings} times while it was read.\n` +
      "Try again when nothing else changes the tenant.",
  );
}
