import type { Context } from "../context";
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
  /** How often a fault had shifted pages by then. */
  shifts: number;
}

/** The one moment of a request: when it is, and what has become of checkpoints until then. */
export type Moment = Pick<Cursor, "expiries" | "shifts"> & { now: number };

export const momentOf = ({ settings, expiries, shifts }: Context): Moment => ({
  now: settings.now(),
  expiries,
  shifts,
});

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** The place in `items` from which a checkpoint id goes on. */
export function resume(
  items: { id: string }[],
  from: string,
  { list, now, expiries, shifts }: Moment & { list: string },
): number {
  const cursor = readCursor(from);
  if (cursor?.list !== list) throw invalidQuery(`'Invalid checkpoint id' on property from`);
  if (now > cursor.issued + cursorLifetime || cursor.expiries < expiries) {
    throw invalidQuery(`'Checkpoint id is expired' on property from`);
  }
  if (cursor.shifts < shifts) return cursor.index + 1;
  const last = items.findIndex(({ id }) => id === cursor.id);
  // Where the last item has been deleted since, its place is taken by the one that followed it.
  return last >= 0 ? last + 1 : cursor.index;
}

/** A page in the style that the query asks for; checkpoints when it asks for neither. */
export function pageOf<Item extends { id: string }>(
  items: Item[],
  query: ListQuery,
  { list, maximum, limit, ...moment }: Moment & { list: string; maximum: number; limit: number },
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
  const start = from === undefined ? 0 : resume(items, from, { list, ...moment });
  const end = start + size;
  const shown = items.slice(start, end);
  const last = shown.at(-1);
  if (last === undefined || end >= items.length) return { items: shown };
  const { now: issued, ...counts } = moment;
  const next = writeCursor({ list, id: last.id, index: end - 1, issued, ...counts });
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
      Number.isSafeInteger(cursor.expiries) &&
      Number.isSafeInteger(cursor.shifts);
    return isWhole ? (cursor as Cursor) : undefined;
  } catch {
    return undefined;
  }
}
