import { invalidQuery } from "./refusal";

export interface ListQuery {
  from?: string;
  take?: string;
}

export interface Page<Item> {
  items: Item[];
  next?: string;
}

export interface ListRequest {
  /** The name of the list. The tenant rejects a checkpoint id of another list. */
  list: string;
  /** The largest page that the tenant returns, whatever size is requested. */
  limit: number;
}

/** The content of a checkpoint id. It is encoded so that clients pass it back unchanged. */
interface Checkpoint {
  list: string;
  /** The index at which the page starts: if an earlier object is deleted, the page misses one. */
  start: number;
}

/** The checkpoint id for the page that starts at this index. */
export function checkpointAt(start: number, { list }: ListRequest): string {
  const checkpoint: Checkpoint = { list, start };
  return Buffer.from(JSON.stringify(checkpoint)).toString("base64url");
}

/** The index at which the page of a checkpoint id starts. */
export function startOf(from: string, { list }: ListRequest): number {
  const checkpoint = parseCheckpoint(from);
  if (checkpoint?.list === list) return checkpoint.start;
  throw invalidQuery(`'Invalid checkpoint id' on property from`);
}

/** The default of Auth0's published clients. */
const defaultPageSize = 50;

/** The page that follows the query's checkpoint, or the first one. */
export function pageOf<Item>(items: Item[], query: ListQuery, request: ListRequest): Page<Item> {
  const { from, take } = query;
  const size = Math.min(Number(take ?? defaultPageSize), request.limit);
  const start = from === undefined ? 0 : startOf(from, request);
  const end = start + size;
  const hasNext = end < items.length;
  return { items: items.slice(start, end), ...(hasNext && { next: checkpointAt(end, request) }) };
}

function parseCheckpoint(text: string): Checkpoint | undefined {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
