import { listAll } from "../api/listPages";
import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";

/**
 * How long a listed object, or its absence from a complete list, is as good as a read of it. The engine
 * reads the objects of a stack within a few seconds.
 */
export const listingLifetimeMs = 15_000;

interface Listing {
  ids: Promise<Set<string>>;
  /** In milliseconds of the process's clock. */
  expiresAt: number;
}

/** Proves that objects are absent from a tenant, by one complete list that all callers share. */
export class CompleteListing {
  private latest: Listing | undefined;

  constructor(
    private readonly api: ManagementApi,
    private readonly list: Operation,
  ) {}

  /** Whether the tenant has no such object. Fails if the list cannot be read completely. */
  async isAbsent(id: string): Promise<boolean> {
    const now = this.api.transport.clock.now();
    if (!this.latest || now > this.latest.expiresAt) this.latest = this.start();
    const ids = await this.latest.ids;
    return !ids.has(id);
  }

  /** Call it after a create (Session.invalidateListings). */
  invalidate(): void {
    this.latest = undefined;
  }

  private start(): Listing {
    const ids = this.idsInTenant();
    const listing = { ids, expiresAt: Number.POSITIVE_INFINITY };
    // A list that failed is shared as well: it would fail again for each of a hundred objects.
    const setExpiry = () => {
      listing.expiresAt = this.api.transport.clock.now() + listingLifetimeMs;
    };
    ids.then(setExpiry, setExpiry);
    return listing;
  }

  private async idsInTenant(): Promise<Set<string>> {
    const objects = await listAll(this.api, this.list);
    return new Set(objects.map(({ id }) => String(id)));
  }
}
