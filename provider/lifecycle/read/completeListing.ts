import { listAll } from "../../api/listPages";
import type { ManagementApi } from "../../api/managementApi";
import type { Operation } from "../../api/operation";
import type { Props } from "../../shared/json";

/**
 * How long a listed object, or a complete list without it, is as good as a read of it. The engine
 * reads the objects of a stack within a few seconds.
 */
export const listingLifetimeMs = 15_000;

interface SharedList {
  objects: Promise<Props[]>;
  /** In milliseconds of the process's clock. */
  expiresAt: number;
}

/** All objects of a collection: one complete list that all callers share. */
export class CompleteListing {
  private latest: SharedList | undefined;

  constructor(
    private readonly api: ManagementApi,
    private readonly list: Operation,
  ) {}

  /** Fails if the list cannot be read completely. */
  objects(): Promise<Props[]> {
    const now = this.api.transport.clock.now();
    if (!this.latest || now > this.latest.expiresAt) this.latest = this.start();
    return this.latest.objects;
  }

  /** Whether the tenant does not have the object. */
  async isGone(id: string): Promise<boolean> {
    const objects = await this.objects();
    return objects.every((object) => object.id !== id);
  }

  /** Collections.invalidateListings says when. */
  invalidate(): void {
    this.latest = undefined;
  }

  private start(): SharedList {
    const objects = listAll(this.api, this.list);
    const listing = { objects, expiresAt: Number.POSITIVE_INFINITY };
    // A list that failed is shared as well: it would fail again for each of a hundred objects.
    const setExpiry = () => {
      listing.expiresAt = this.api.transport.clock.now() + listingLifetimeMs;
    };
    objects.then(setExpiry, setExpiry);
    return listing;
  }
}
