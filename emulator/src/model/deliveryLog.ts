import type { Delivery } from "./delivery";

/**
 * The deliveries of a stream in the order in which they were added. Each keeps its position when
 * others are removed, so that a page starts at once and no page shifts.
 */
export class DeliveryLog {
  private readonly entries: (Delivery | undefined)[] = [];
  /** Also of removed deliveries: a listing continues after one that succeeded meanwhile. */
  private readonly positions = new Map<string, number>();
  private failed = 0;

  /** Restores a log that was written as JSON. */
  static fromJSON(entries: (Delivery | string)[]): DeliveryLog {
    const log = new DeliveryLog();
    for (const entry of entries) {
      if (typeof entry === "string") log.addRemoved(entry);
      else log.add(entry);
    }
    return log;
  }

  /** All entries in their order. Of a removed delivery only the id remains. */
  toJSON(): (Delivery | string)[] {
    const ids = new Map([...this.positions].map(([id, position]) => [position, id]));
    return this.entries.map((delivery, position) => delivery ?? ids.get(position) ?? "");
  }

  add(delivery: Delivery): void {
    this.positions.set(delivery.id, this.entries.length);
    this.entries.push(delivery);
    if (delivery.status === "failed") this.failed++;
  }

  private addRemoved(id: string): void {
    this.positions.set(id, this.entries.length);
    this.entries.push(undefined);
  }

  get(id: string): Delivery | undefined {
    return this.entries[this.positions.get(id) ?? -1];
  }

  remove(delivery: Delivery): void {
    this.setStatus(delivery, "delivered");
    const position = this.positions.get(delivery.id);
    if (position !== undefined) this.entries[position] = undefined;
  }

  setStatus(delivery: Delivery, status: string): void {
    if (delivery.status === "failed") this.failed--;
    delivery.status = status;
    if (status === "failed") this.failed++;
  }

  /** The number of deliveries that have failed. */
  get failedCount(): number {
    return this.failed;
  }

  /** The number of deliveries ever added. */
  get addedCount(): number {
    return this.entries.length;
  }

  /** Undefined if there never was such a delivery. */
  positionOf(id: string): number | undefined {
    return this.positions.get(id);
  }

  /** The deliveries from this position on. */
  *from(position = 0): Generator<Delivery> {
    for (let index = position; index < this.entries.length; index++) {
      const delivery = this.entries[index];
      if (delivery !== undefined) yield delivery;
    }
  }
}
