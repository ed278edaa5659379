import type { Operation } from "./definition";
import { ApiError, checkGateway } from "./errors";
import { isObject, type Json, type Props } from "./json";
import type { Params, Tenant } from "./tenant";

/** The most that every tenant grants (interface, section 8); what it gives may be less. */
const size = 50;

/**
 * Every object of a collection once, a page at a time: by checkpoints, or by page numbers where the
 * answers are bare arrays, which have no place for a checkpoint, or the service takes no other. A
 * checkpoint that has expired restarts the listing, once; the request that told so is an empty page.
 * A page number that is refused fails: what comes after it nobody could tell.
 */
export async function* listPages(
  tenant: Tenant,
  operation: Operation,
  params: Params = {},
): AsyncGenerator<Props[]> {
  const ids = new Set<Json | undefined>();
  let cursors = new Set<Json | undefined>();
  let place: Record<string, string> = { take: `${size}` };
  let restarted = false;
  for (let number = 1; ; number++) {
    const answer = await tenant.send(operation, { ...params, query: place }).catch(asRefusal);
    if (answer instanceof ApiError) {
      if (restarted || "page" in place) throw answer;
      restarted = true;
      yield [];
      place = "from" in place ? { take: `${size}` } : { page: "0", per_page: `${size}` };
      cursors = new Set();
      number = 0;
      continue;
    }
    const { page, next, bare } = read(answer, operation);
    const numbered = bare || "page" in place;
    const fresh = page.filter(({ id }) => !ids.has(id) && ids.add(id));
    yield fresh;
    const more = numbered ? fresh.length > 0 : typeof next === "string" && !cursors.has(next);
    if (!more || page.length === 0) return;
    cursors.add(next);
    // As many as came: what a page number counts is what the service gives.
    const count = place.per_page ?? `${Math.min(page.length, size)}`;
    // The first answer may be more than one page of that count.
    if (bare && !("page" in place)) number = Math.floor(page.length / Number(count));
    place = numbered
      ? { page: `${number}`, per_page: count }
      : { take: `${size}`, from: String(next) };
  }
}

/** Refused for what was asked, and not for who asked or how often. */
const unfit = [400, 404, 409, 410, 422];

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError && unfit.includes(error.status ?? 0)) return error;
  throw error;
}

/** Letters alone: the service writes `eventStreams`, and `rate_limit_policies`. */
const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");

/**
 * The interface speaks of arrays; the service wraps a page, by the collection's name. An array of
 * another name is not the list: a gateway's `{"errors": []}` must not pass for an empty tenant.
 */
function read(answer: Json | undefined, { route }: Operation) {
  const bare = Array.isArray(answer);
  const entries = Object.entries(isObject(answer) ? answer : {});
  const [, wrapped] = entries.find(([name]) => letters(name) === letters(route.slice(3))) ?? [];
  const page = bare ? answer : wrapped;
  const next = (isObject(answer) && answer.next) || undefined;
  if (!isPage(page) || (next !== undefined && typeof next !== "string")) {
    throw new Error(`${route}: the response is not a list of objects; ${checkGateway}`);
  }
  return { page, next, bare };
}

const isPage = (page: Json | undefined): page is Props[] =>
  Array.isArray(page) && page.every((item) => isObject(item) && typeof item.id === "string");

/** Listings of a collection that changes all the time, before it is given up. */
const maxListings = 4;

/**
 * All objects of a collection, so that what is not among them is not in the tenant. An object that is
 * deleted between two requests moves others to the page before, unseen: of several pages, only two
 * listings in a row with the same ids prove that none was skipped.
 */
export async function listAll(
  tenant: Tenant,
  operation: Operation,
  params: Params = {},
): Promise<Props[]> {
  let before = "";
  for (let listing = 1; listing <= maxListings; listing++) {
    const objects: Props[] = [];
    let pages = 0;
    for await (const page of listPages(tenant, operation, params)) {
      objects.push(...page);
      pages++;
    }
    const ids = JSON.stringify(objects.map(({ id }) => id).sort());
    if (pages === 1 || ids === before) return objects;
    before = ids;
  }
  throw new Error(
    `${operation.route}: the list changed while it was read, ${maxListings} times; run again when nothing else changes the tenant`,
  );
}
