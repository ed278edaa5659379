import type { Delivery } from "../../../provider/functions/deliveryPage";
import { attemptsOf } from "../failureGroups";

/** What earlier listings had: to be compared with each page of the next one. */
export class FollowedDeliveries {
  /** Status and number of attempts, by id. */
  private readonly states = new Map<string, string>();
  private listedIds = new Set<string>();

  /** At most so many deliveries are remembered that the last listing did not have. */
  constructor(private readonly maxUnlisted: number) {}

  /** A new listing begins. */
  begin(): void {
    this.listedIds = new Set();
  }

  /** The deliveries of a page that are new, or whose status or number of attempts is. */
  changesIn(deliveries: Delivery[]): Delivery[] {
    return deliveries.filter((delivery) => {
      const state = `${delivery.status} ${attemptsOf(delivery).length}`;
      const isNew = this.states.get(delivery.id) !== state;
      this.listedIds.add(delivery.id);
      this.states.set(delivery.id, state);
      return isNew;
    });
  }

  /** The ids that an earlier listing had, and this one, which is complete, lacks. */
  takeUnlisted(): string[] {
    const unlisted = this.unlisted();
    for (const id of unlisted) this.states.delete(id);
    return unlisted;
  }

  /** The listing ended early, so that what it lacks may still be listed. */
  endEarly(): void {
    const unlisted = this.unlisted();
    for (const id of unlisted.slice(this.maxUnlisted)) this.states.delete(id);
  }

  private unlisted(): string[] {
    return [...this.states.keys()].filter((id) => !this.listedIds.has(id));
  }
}
