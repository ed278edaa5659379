import { invalidQuery } from "./refusal";

export interface ListQuery {
  from?: string;
  take?: string;
  page?: string;
  per_page?: string;
}

export interface Page<Item> {
  items: Item[];
  next?: string;
}

const cursorLifetime = 24 * 60 * 60 * 1000;

/** What a checkpoint id says, unreadable on purpose: clients pass it back unmodified. */
interface Cursor {
  list: string;
  id: string;
  index: number;
  issued: number;
  /** How often all checkpoints had been expired by then. */
  expiries: number;
}

/** The one moment of a request: when it is, and what has become of checkpoints until then. */
export type Moment = Pick<Cursor, "expiries"> & { now: number };

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** The place in `items` from which a checkpoint id goes on. */
export function resume(
  items: { id: string }[],
  from: string,
  { list, now, expiries }: Moment & { list: string },
): number {
  const cursor = readCursor(from);
  if (cursor?.list !== list) throw invalidQuery(`'Invalid checkpoint id' on property from`);
  if (now > cursor.issued + cursorLifetime || cursor.expiries < expiries) {
    throw invalidQuery(`'Checkpoint id is expired' on property from`);
  }
  const last = items.findIndex(({ id }) => id === cursor.id);
  // Where the last item has been deleted since, its place is taken by the one that followed it.
  return last >= 0 ? last + 1 : cursor.index;
}

/** A page in the style that the query asks for; checkpoints when it asks for neither. */
export function pageOf<Item extends { id: string }>(
  items: Item[],
  query: ListQuery,
  {
    list,
    now,
    expiries,
    maximum,
    limit,
  }: Moment & { list: string; maximum: number; limit: number },
): Page<Item> {
  const { from, take, page, per_page } = query;
  const isOffset = page !== undefined || per_page !== undefined;
  if (isOffset && (from !== undefined || take !== undefined)) {
    throw invalidQuery(`'page and per_page cannot be combined with from and take'`);
  }
  const size = Math.min(Number(per_page ?? take ?? maximum / 2), limit);
  if (isOffset) {
    const start = Number(page ?? 0) * size;
    return { items: items.slice(start, start + size) };
  }
  const start = from === undefined ? 0 : resume(items, from, { list, now, expiries });
  const end = start + size;
  const shown = items.slice(start, end);
  const last = shown.at(-1);
  if (last === undefined || end >= items.length) return { items: shown };
  const next = writeCursor({ list, id: last.id, index: end - 1, issued: now, expiries });
  return { items: shown, next };
}

function readCursor(text: string): Cursor | undefined {
  try {
    const cursor = JSON.parse(Buffer.from(text, "base64url").toString()) as Partial<Cursor> | null;
    const isWhole =
      typeof cursor?.list === "string" &&
      typeof cursor.id === "string" &&
      Number.isSafeInteger(cursor.index) &&
      Number.isFinite(cursor.issued) &&
      Number.isSafeInteger(cursor.expiries);
    return isWhole ? (cursor as Cursor) : undefined;
  } catch {
    return undefined;
  }
}
