import type { Delivery } from "./delivery";

/**
 * The deliveries of a stream in the order in which they were added. Each keeps its position when
 * others are removed, so that a page starts at once and no page shifts.
 */
export class DeliveryLog {
  private readonly deliveries = new Map<number, Delivery>();
  /** Also of removed deliveries: a listing continues after one that succeeded meanwhile. */
  private readonly positions = new Map<string, number>();
  /** The number of deliveries ever added. */
  addedCount = 0;
  /** The number of deliveries that have failed. */
  failedCount = 0;

  add(delivery: Delivery): void {
    this.positions.set(delivery.id, this.addedCount);
    this.deliveries.set(this.addedCount, delivery);
    this.addedCount++;
    if (delivery.status === "failed") this.failedCount++;
  }

  get(id: string): Delivery | undefined {
    return this.deliveries.get(this.positions.get(id) ?? -1);
  }

  remove(delivery: Delivery): void {
    this.setStatus(delivery, "delivered");
    const position = this.positions.get(delivery.id);
    if (position !== undefined) this.deliveries.delete(position);
  }

  setStatus(delivery: Delivery, status: string): void {
    if (delivery.status === "failed") this.failedCount--;
    delivery.status = status;
    if (status === "failed") this.failedCount++;
  }

  /** Undefined if there never was such a delivery. */
  positionOf(id: string): number | undefined {
    return this.positions.get(id);
  }

  /** The deliveries from this position on. */
  *from(position = 0): Generator<Delivery> {
    for (let index = position; index < this.addedCount; index++) {
      const delivery = this.deliveries.get(index);
      if (delivery !== undefined) yield delivery;
    }
  }
}
