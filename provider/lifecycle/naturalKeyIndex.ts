import { listPages } from "../api/listPages";
import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import type { Props } from "../shared/json";
import { listingLifetimeMs } from "./completeListing";

/** A lookup takes no longer: it only adds to the message of an error. */
const maxLookupMs = 15_000;

interface Listing {
  pages: AsyncGenerator<Props[]>;
  startedAt: number;
  /** Why the list cannot be read: it would fail again for each of a hundred conflicts. */
  failure?: unknown;
  ended: boolean;
  isStale: boolean;
}

/**
 * Finds objects of one collection by their natural key. All lookups share one listing, which is read
 * page by page, no further than they need.
 */
export class NaturalKeyIndex {
  private readonly idsByKey = new Map<string, Set<string>>();
  private listing: Listing | undefined;
  private nextPage: Promise<boolean> | undefined;

  constructor(
    private readonly api: ManagementApi,
    private readonly list: Operation,
    private readonly keyOf: (object: Props) => string | undefined,
  ) {}

  /**
   * The ids of the objects with a key, on all pages up to the first that shows one. Fails if the list
   * cannot be read in time.
   */
  async idsOf(key: string): Promise<string[]> {
    const { transport } = this.api;
    const deadline = transport.clock.now() + maxLookupMs;
    let hasMore = true;
    while (hasMore && !this.idsByKey.has(key)) {
      if (transport.interrupted) throw new Error("the run was interrupted");
      if (transport.clock.now() > deadline) throw new Error("the list took too long");
      hasMore = await this.readNextPage();
    }
    return [...(this.idsByKey.get(key) ?? [])];
  }

  /** Call it after a create (Session.invalidateListings). */
  invalidate(): void {
    if (this.listing) this.listing.isStale = true;
  }

  /** Reads one page for all who wait for it. False if a listing that is up to date has no other page. */
  private readNextPage(): Promise<boolean> {
    this.nextPage ??= this.readPage().finally(() => {
      this.nextPage = undefined;
    });
    return this.nextPage;
  }

  private async readPage(): Promise<boolean> {
    const listing = this.currentListing();
    if (listing.failure !== undefined) throw listing.failure;
    try {
      const { value: objects, done } = await listing.pages.next();
      listing.ended = done === true;
      if (done) return this.isOutOfDate(listing);
      for (const object of objects) this.add(object);
      return true;
    } catch (error) {
      Object.assign(listing, { failure: error, ended: true });
      throw error;
    }
  }

  private add(object: Props): void {
    const key = this.keyOf(object);
    if (key === undefined) return;
    const ids = this.idsByKey.get(key) ?? new Set();
    this.idsByKey.set(key, ids.add(String(object.id)));
  }

  /** The listing in progress, or one that has ended a few seconds ago: conflicts come in numbers. */
  private currentListing(): Listing {
    if (!this.listing || (this.listing.ended && this.isOutOfDate(this.listing))) {
      const startedAt = this.api.transport.clock.now();
      const pages = listPages(this.api, this.list, { deadline: startedAt + maxLookupMs });
      this.listing = { pages, startedAt, ended: false, isStale: false };
    }
    return this.listing;
  }

  private isOutOfDate({ startedAt, isStale }: Listing): boolean {
    return isStale || this.api.transport.clock.now() > startedAt + listingLifetimeMs;
  }
}
