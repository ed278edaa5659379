import { isObject, type Json, type Props } from "../shared/json";
import { ApiError, checkGateway } from "./apiError";
import type { ManagementApi, SendOptions } from "./managementApi";
import type { Operation } from "./operation";

/** The most that every tenant grants (interface, section 8); what it gives may be less. */
const size = 50;

/** Pages in a row that bring nothing new, although each names a new checkpoint. */
const maxFruitless = 3;

/**
 * Every object of a collection once, a page at a time: by checkpoints, or by page numbers where the
 * answers are bare arrays, which have no place for a checkpoint, or the service takes no other. A
 * checkpoint that has expired restarts the listing, once; the request that told so is an empty page.
 * A page number that is refused fails, and so do pages that repeat: what comes after is unknown.
 */
export async function* listPages(
  api: ManagementApi,
  operation: Operation,
  params: SendOptions = {},
): AsyncGenerator<Props[]> {
  const ids = new Set<string>();
  let pass = newPass();
  let place: Record<string, string> = { take: `${size}` };
  let restarted = false;
  for (let number = 1; ; number++) {
    const answer = await api.send(operation, { ...params, query: place }).catch(asRefusal);
    if (answer instanceof ApiError) {
      if (restarted || "page" in place) throw answer;
      restarted = true;
      yield [];
      place = "from" in place ? { take: `${size}` } : { page: "0", per_page: `${size}` };
      pass = newPass();
      number = 0;
      continue;
    }
    const { page, next, bare, total } = read(answer, operation);
    yield page.filter(({ id }) => !ids.has(id) && ids.add(id));
    // As many as came: what a page number counts is what the service gives.
    const count = place.per_page ?? `${Math.min(page.length, size)}`;
    const numbered = bare || "page" in place;
    const end = numbered ? isLastNumbered(pass, page, Number(count)) : isLast(pass, page, next);
    if (end === true && total > pass.ids.size) throw new Error(`${operation.route}: ${partial}`);
    if (end === "unknown") throw new Error(`${operation.route}: ${repeats}`);
    if (end) return;
    // The first answer may be more than one page of that count.
    if (bare && !("page" in place)) number = Math.floor(page.length / Number(count));
    place = numbered
      ? { page: `${number}`, per_page: count }
      : { take: `${size}`, from: String(next) };
  }
}

const repeats = `the pages repeat the same objects, so the rest is unknown; ${checkGateway}`;

const partial = `the list ends before all of its objects are shown; ${checkGateway}`;

/** What the pages since the listing began, or began anew, have shown. */
interface Pass {
  ids: Set<string>;
  cursors: Set<string>;
  lastId: string | undefined;
  fruitless: number;
}

const newPass = (): Pass => ({
  ids: new Set(),
  cursors: new Set(),
  lastId: undefined,
  fruitless: 0,
});

/** Whether a page brought an object that the pass had not shown. */
function advance(pass: Pass, page: Item[]): boolean {
  const before = pass.ids.size;
  for (const { id } of page) pass.ids.add(id);
  pass.lastId = page.at(-1)?.id ?? pass.lastId;
  return pass.ids.size > before;
}

function isLast(pass: Pass, page: Item[], next: string | undefined): boolean | "unknown" {
  const { lastId } = pass;
  const fresh = advance(pass, page);
  if (next === undefined) return true;
  // The checkpoint may include the object that it stands for.
  if (!fresh && page.length > 0 && page.every(({ id }) => id === lastId)) return true;
  const seen = pass.cursors.has(next);
  pass.cursors.add(next);
  pass.fruitless = fresh ? 0 : pass.fruitless + 1;
  if (!seen && pass.fruitless <= maxFruitless) return false;
  return page.length === 0 || "unknown";
}

function isLastNumbered(pass: Pass, page: Item[], count: number): boolean | "unknown" {
  if (advance(pass, page)) return false;
  // A full page that repeats: a proxy ignores the number. More than a page: the service has no pages.
  return page.length !== count || page.length === 0 || "unknown";
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
  const total = isObject(answer) && typeof answer.total === "number" ? answer.total : 0;
  return { page, next, bare, total };
}

type Item = Props & { id: string };

const isPage = (page: Json | undefined): page is Item[] =>
  Array.isArray(page) && page.every((item) => isObject(item) && typeof item.id === "string");

/** Listings of a collection that changes all the time, before it is given up. */
const maxListings = 4;

/**
 * All objects of a collection, so that what is not among them is not in the tenant. An object that is
 * deleted between two requests moves others to the page before, unseen. So a listing of several pages
 * counts only if the next one still has all of its objects: then nothing was deleted in between.
 */
export async function listAll(
  api: ManagementApi,
  operation: Operation,
  params: SendOptions = {},
): Promise<Props[]> {
  let before: Map<string, Props> | undefined;
  for (let listing = 1; listing <= maxListings; listing++) {
    const objects = new Map<string, Props>();
    let pages = 0;
    for await (const page of listPages(api, operation, params)) {
      for (const object of page) objects.set(String(object.id), object);
      pages++;
    }
    if (pages === 1) return [...objects.values()];
    if (before && [...before.keys()].every((id) => objects.has(id))) return [...objects.values()];
    before = objects;
  }
  throw new Error(
    `${operation.route}: the list changed while it was read, ${maxListings} times; run again when nothing else changes the tenant`,
  );
}
