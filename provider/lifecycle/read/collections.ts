import type { ManagementApi } from "../../api/managementApi";
import type { Operation } from "../../api/operation";
import { BatchedReads } from "./batchedReads";
import { CompleteListing } from "./completeListing";

/** What a tenant has shown of its collections, each of which all of its objects share. */
export class Collections {
  private readonly reads = new Map<Operation, BatchedReads>();
  private readonly listings = new Map<Operation, CompleteListing>();

  constructor(private readonly api: ManagementApi) {}

  batchedReads(read: Operation, list: Operation | undefined): BatchedReads {
    const reads = this.reads.get(read) ?? new BatchedReads(this.api, read, list);
    this.reads.set(read, reads);
    return reads;
  }

  /** All objects of one collection, to prove that one is gone or to explain a conflict. */
  completeListing(list: Operation): CompleteListing {
    const listing = this.listings.get(list) ?? new CompleteListing(this.api, list);
    this.listings.set(list, listing);
    return listing;
  }

  /**
   * Call it after a create, a delete and a change of a natural key: a list that began earlier neither proves
   * that an object is gone nor names the one that a request conflicts with.
   */
  invalidateListings(list: Operation | undefined): void {
    if (list) this.listings.get(list)?.invalidate();
  }
}
