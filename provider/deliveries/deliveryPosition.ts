import { type ListPage, takeNew } from "../api/fetchPage";
import type { Delivery } from "./deliveryPage";

/**
 * How far a listing of deliveries has come. A page may begin with the delivery that its cursor stands for.
 */
export class DeliveryPosition {
  cursor: string | undefined;
  /** The last delivery that was given to the caller. */
  private lastId: string | undefined;
  private readonly ids = new Set<string>();
  private repeatsFirst = false;

  /** `from` is the function's argument: where an earlier listing stopped. */
  constructor(from: string | undefined) {
    const { lastId, cursor } = parseFrom(from);
    this.lastId = lastId;
    this.cursor = cursor;
    if (lastId !== undefined) this.ids.add(lastId);
  }

  /** How many deliveries to request: no more than are wanted, so that the last page's cursor skips none. */
  pageSize(take: number, remaining: number): number {
    const repeated = this.repeatsFirst ? 1 : 0;
    return Math.max(Math.min(take, remaining + repeated), 1 + repeated);
  }

  /** The deliveries of a page that no earlier page had. */
  takeNew({ items }: ListPage): Delivery[] {
    if (items[0] && this.ids.has(items[0].id)) this.repeatsFirst = true;
    return takeNew(items, this.ids);
  }

  /** Whether a page holds only the delivery that its cursor stands for. */
  repeatsLast({ items }: ListPage): boolean {
    return items.every(({ id }) => id === this.lastId);
  }

  /** These deliveries were given to the caller. */
  advance(given: Delivery[]): void {
    this.lastId = given.at(-1)?.id ?? this.lastId;
  }

  /**
   * The cursor after a page; undefined where there is none. `isCut` says that the caller gets only a
   * part of the page: then the last id is the cursor, since `from` also accepts the id of a delivery.
   */
  cursorAfter({ next }: ListPage, isCut: boolean): string | undefined {
    return isCut ? this.lastId : next;
  }

  /** The `from` that continues at a cursor. It names the last delivery, so that it is not repeated. */
  nextFrom(cursor: string): string {
    const lastId = String(this.lastId);
    return lastId.includes(":") ? cursor : `after:${lastId}:${cursor}`;
  }
}

/** Parses what `nextFrom` returns. Anything else is Auth0's own `next`, or the id of a delivery. */
function parseFrom(from: string | undefined): { lastId?: string; cursor?: string } {
  const match = /^after:([^:]*):(.+)$/s.exec(from ?? "");
  if (!match) return from === undefined ? {} : { cursor: from };
  const [, lastId = "", cursor = ""] = match;
  return { lastId, cursor };
}
