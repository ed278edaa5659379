import type { Props } from "../shared/json";
import { checkGateway } from "./errorAdvice";
import { fetchPage, type Query, takeNew } from "./fetchPage";
import type { ManagementApi, SendOptions } from "./managementApi";
import type { Operation } from "./operation";

/** The largest page in the public cloud; a private cloud grants 100. A page may hold fewer objects. */
const pageSize = 50;

const firstPage: Query = { take: `${pageSize}` };

/**
 * Pages in a row without a new object before the listing fails. Objects that are created meanwhile may
 * push those that are listed already to the next pages.
 */
const maxPagesWithoutNew = 3;

/** Lists every object of a collection once, a page at a time, and throws where objects may be missing. */
export async function* listPages(
  api: ManagementApi,
  operation: Operation,
  options: SendOptions = {},
): AsyncGenerator<Props[]> {
  const request = { api, operation, options };
  const listed = new Set<string>();
  let query = firstPage;
  let pagesWithoutNew = 0;
  while (true) {
    const { items, next } = await fetchPage(request, query);
    const fresh = takeNew(items, listed);
    yield fresh;

    if (next === undefined) return;
    pagesWithoutNew = fresh.length > 0 ? 0 : pagesWithoutNew + 1;
    if (pagesWithoutNew > maxPagesWithoutNew) {
      throw new Error(
        `${operation.route}: the list may be incomplete, because its pages repeat and don't end.\n${checkGateway}`,
      );
    }
    query = { ...firstPage, from: next };
  }
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
    `${operation.route}: the list changed ${maxListings} times while it was read.\n` +
      "Try again when nothing else is changing the tenant.",
  );
}
