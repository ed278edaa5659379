import { invalidQuery } from "./refusal";

export interface ListQuery {
  from?: string;
  take?: string;
}

export interface Page<Item> {
  items: Item[];
  next?: string;
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

/** The page that follows the query's checkpoint, or the first one. */
export function pageOf<Item extends { id: string }>(
  items: Item[],
  query: ListQuery,
  request: ListRequest,
): Page<Item> {
  const { from, take } = query;
  const size = Math.min(Number(take ?? defaultPageSize), request.limit);
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
