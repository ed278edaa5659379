import type { Props } from "../shared/json";
import { ApiError } from "./apiError";
import { checkGateway } from "./errorAdvice";
import { fetchPage, type Item, type Listing, type Page } from "./listPage";
import type { ManagementApi, SendOptions } from "./managementApi";
import type { Operation } from "./operation";

/** The largest page in the public cloud; a private cloud grants 100. A page may hold fewer objects. */
const pageSize = 50;

/** Pages in a row without a new object, each with a new checkpoint, before the listing fails. */
const maxPagesWithoutNew = 3;

/**
 * Lists every object of a collection once, a page at a time: by checkpoints, or by page numbers where
 * the responses are bare arrays, which cannot hold a checkpoint, or where the service does not know
 * `take`. A listing whose checkpoint has expired starts again, once. Each refused request counts as
 * an empty page. Pages that repeat throw, since the objects after them are unknown.
 */
export async function* listPages(
  api: ManagementApi,
  operation: Operation,
  options: SendOptions = {},
): AsyncGenerator<Props[]> {
  const listed = new Set<string>();
  for await (const items of pagesOf({ api, operation, options })) yield takeNew(items, listed);
}

/** The items that are not listed yet, which then are. */
function takeNew(items: Item[], listed: Set<string>): Item[] {
  const fresh: Item[] = [];
  for (const item of items) {
    if (listed.has(item.id)) continue;
    listed.add(item.id);
    fresh.push(item);
  }
  return fresh;
}

/** Chooses between checkpoints and page numbers, by the response to the first request. */
async function* pagesOf(listing: Listing): AsyncGenerator<Item[]> {
  const first = await fetchPage(listing, { take: `${pageSize}` }).catch(asRefusal);
  if (first instanceof ApiError) {
    yield [];
    const zeroth = await fetchPage(listing, { page: "0", per_page: `${pageSize}` });
    yield* pagesByNumber(listing, zeroth, { size: pageSize, next: 1 });
    return;
  }

  const expired = yield* pagesFrom(listing, first);
  if (!expired) return;

  yield [];
  const again = await fetchPage(listing, { take: `${pageSize}` });
  const expiredAgain = yield* pagesFrom(listing, again);
  if (expiredAgain) throw expiredAgain;
}

/** Returns the refusal of a checkpoint; undefined where the listing is complete. */
async function* pagesFrom(
  listing: Listing,
  first: Page,
): AsyncGenerator<Item[], ApiError | undefined> {
  if (!first.isArray) return yield* pagesByCheckpoint(listing, first);
  return yield* pagesByNumber(listing, first, numberingAfter(first));
}

/** The pages from the first one to the last. Returns the refusal of a checkpoint, if there is one. */
async function* pagesByCheckpoint(
  listing: Listing,
  first: Page,
): AsyncGenerator<Item[], ApiError | undefined> {
  const ids = new Set<string>();
  const checkpoints = new Set<string>();
  let lastId: string | undefined;
  let pagesWithoutNew = 0;

  let page = first;
  while (true) {
    const { items, next } = page;
    yield items;

    const isNew = takeNew(items, ids).length > 0;
    pagesWithoutNew = isNew ? 0 : pagesWithoutNew + 1;
    // A page may begin with the object that its checkpoint stands for.
    const repeatsLast = items.length > 0 && items.every(({ id }) => id === lastId);
    if (next === undefined || repeatsLast) return assertComplete(listing, page, ids);

    if (checkpoints.has(next) || pagesWithoutNew > maxPagesWithoutNew) {
      if (items.length === 0) return assertComplete(listing, page, ids);
      throw repeatedPages(listing);
    }
    checkpoints.add(next);
    lastId = items.at(-1)?.id ?? lastId;

    const following = await fetchPage(listing, { take: `${pageSize}`, from: next }).catch(
      asRefusal,
    );
    if (following instanceof ApiError) return following;
    if (following.isArray) {
      return yield* pagesByNumber(listing, following, numberingAfter(following), ids);
    }
    page = following;
  }
}

interface Numbering {
  /** The number of objects in a numbered page. */
  size: number;
  /** The number of the next page. */
  next: number;
}

/** A page is as long as the first response; one that is longer than `pageSize` counts as several. */
function numberingAfter({ items }: Page): Numbering {
  const size = Math.min(items.length, pageSize);
  return { size, next: Math.floor(items.length / size) };
}

/** The pages from a first one until one that brings no new object. `ids` are those listed before. */
async function* pagesByNumber(
  listing: Listing,
  first: Page,
  { size, next }: Numbering,
  ids = new Set<string>(),
): AsyncGenerator<Item[], undefined> {
  let page = first;
  for (let number = next; ; number++) {
    yield page.items;

    if (takeNew(page.items, ids).length === 0) {
      // A proxy that ignores the number repeats a full page. A service without pages repeats more.
      const isFullPage = size > 0 && page.items.length === size;
      if (isFullPage) throw repeatedPages(listing);
      return assertComplete(listing, page, ids);
    }
    page = await fetchPage(listing, { page: `${number}`, per_page: `${size}` });
  }
}

const repeatedPages = ({ operation }: Listing) =>
  new Error(
    `${operation.route}: the pages repeat the same objects, so the rest is unknown; ${checkGateway}`,
  );

/** Throws where the last page counts more objects than were listed. */
function assertComplete({ operation }: Listing, { total }: Page, ids: Set<string>): undefined {
  if (total <= ids.size) return;
  throw new Error(
    `${operation.route}: the list ends before all of its objects are shown; ${checkGateway}`,
  );
}

/** Statuses of a request whose query is refused, as opposed to its sender or its frequency. */
const queryRefusals = [400, 404, 409, 410, 422];

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError && queryRefusals.includes(error.status ?? 0)) return error;
  throw error;
}

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
  operation: Operation,
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
    `${operation.route}: the list changed while it was read, ${maxListings} times; run again when nothing else changes the tenant`,
  );
}
