import type { Delivery } from "./delivery";

/**
 * A stream's deliveries in the order of their addition. Each keeps its position when others are removed,
 * so that a page is found without a search, and no page shifts.
 */
export class DeliveryLog {
  private readonly deliveries = new Map<number, Delivery>();
  /** Removed deliveries stay here, so that a list can continue after one that has succeeded meanwhile. */
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

  /** The position of a delivery, or undefined if there never was one with this id. */
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
