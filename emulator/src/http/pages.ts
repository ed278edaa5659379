import { invalidQuery } from "./refusal";

/** The parameters of pages by number. The API's reference has them for lists, but the contract doesn't. */
export const pagesByNumber = [
  { name: "page", in: "query", schema: { type: "integer", minimum: 0 } },
  { name: "per_page", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
  { name: "include_totals", in: "query", schema: { type: "boolean" } },
];

export interface ListQuery {
  from?: string;
  take?: string;
  page?: string;
  per_page?: string;
  include_totals?: string;
}

export interface Page<Item> {
  items: Item[];
  next?: string;
  /** The counts of a page by number, if its request has `include_totals`. */
  counts?: { start: number; limit: number; total: number };
}

/** How often faults have changed the earlier checkpoint ids. */
export interface CheckpointCounters {
  /** How often a fault made all checkpoint ids expire. */
  expiries: number;
  /** How often a fault deleted an object. Earlier checkpoint ids count positions since. */
  shifts: number;
}

export interface ListRequest {
  /** The name of the list. The tenant rejects a checkpoint id of another list. */
  list: string;
  now: number;
  checkpoints: CheckpointCounters;
  /** The largest page that the tenant returns, whatever size is requested. */
  limit: number;
}

/** The content of a checkpoint id. It is encoded so that clients pass it back unchanged. */
export interface Checkpoint extends CheckpointCounters {
  list: string;
  /** The last object of the page, and its index. */
  id: string;
  index: number;
  /** When the checkpoint id was issued, in milliseconds. */
  issued: number;
}

const checkpointLifetimeMs = 24 * 60 * 60 * 1000;

/** The checkpoint id for the page that follows the object with this id and index. */
export function checkpointAfter(id: string, index: number, request: ListRequest): string {
  const { list, now, checkpoints } = request;
  const checkpoint: Checkpoint = { list, id, index, issued: now, ...checkpoints };
  return Buffer.from(JSON.stringify(checkpoint)).toString("base64url");
}

/** Rejects a checkpoint id that is invalid or has expired. */
export function readCheckpoint(from: string, request: ListRequest): Checkpoint {
  const { list, now, checkpoints } = request;
  const checkpoint = parseCheckpoint(from);
  if (checkpoint?.list !== list) throw invalidQuery(`'Invalid checkpoint id' on property from`);
  const isExpired =
    now > checkpoint.issued + checkpointLifetimeMs || checkpoint.expiries < checkpoints.expiries;
  if (isExpired) throw invalidQuery(`'Checkpoint id is expired' on property from`);
  return checkpoint;
}

/** The index in `items` at which the page of a checkpoint id starts. */
function startIndex(items: { id: string }[], from: string, request: ListRequest): number {
  const { checkpoints } = request;
  const checkpoint = readCheckpoint(from, request);
  if (checkpoint.shifts < checkpoints.shifts) return checkpoint.index + 1;
  const lastIndex = items.findIndex(({ id }) => id === checkpoint.id);
  // If the last object was deleted, the object after it now has its index.
  return lastIndex >= 0 ? lastIndex + 1 : checkpoint.index;
}

/** The default of Auth0's published clients. */
const defaultPageSize = 50;

/** A page by number or by checkpoint, as the query asks. The default is by checkpoint. */
export function pageOf<Item extends { id: string }>(
  items: Item[],
  query: ListQuery,
  request: ListRequest,
): Page<Item> {
  const { from, take, page, per_page, include_totals } = query;
  const isOffset = page !== undefined || per_page !== undefined;
  if (isOffset && (from !== undefined || take !== undefined)) {
    throw invalidQuery(`'page and per_page cannot be combined with from and take'`);
  }
  const size = Math.min(Number(per_page ?? take ?? defaultPageSize), request.limit);
  if (isOffset) {
    const start = Number(page ?? 0) * size;
    const counts = { start, limit: size, total: items.length };
    const isCounted = String(include_totals) === "true";
    return { items: items.slice(start, start + size), ...(isCounted && { counts }) };
  }
  const start = from === undefined ? 0 : startIndex(items, from, request);
  const end = start + size;
  const pageItems = items.slice(start, end);
  const last = pageItems.at(-1);
  if (last === undefined || end >= items.length) return { items: pageItems };
  return { items: pageItems, next: checkpointAfter(last.id, end - 1, request) };
}

function parseCheckpoint(text: string): Checkpoint | undefined {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
