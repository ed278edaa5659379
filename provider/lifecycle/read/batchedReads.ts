import { listPages } from "../../api/listPages";
import type { ManagementApi } from "../../api/managementApi";
import type { Operation } from "../../api/operation";
import type { Json, Props } from "../../shared/json";
import { listingLifetimeMs } from "./completeListing";
import { batchThreshold, type ReadStats, shouldFetchNextPage } from "./pageBudget";

/** The engine sends concurrent reads a few milliseconds apart, and further apart on a busy machine. */
const gatherStepMs = 10;

/** Gathering ends after this many steps without another read: one may pass while the process loads. */
const quietSteps = 2;

interface Reader {
  id: string;
  secrets: () => string[];
  resolve: (response: Json | undefined | Promise<Json | undefined>) => void;
  reject: (reason: unknown) => void;
}

/**
 * Reads the objects of one collection with as few requests as possible. Reads that wait together get
 * their objects from pages of the collection's list, as long as pages save requests (pageBudget.ts).
 * An object that no page shows is read by itself, so a page never decides that an object is gone.
 */
export class BatchedReads {
  private waiting: Reader[] = [];
  private isRunning = false;
  private readonly counts = { requested: 0, pagesFetched: 0, readsSaved: 0 };

  /** The listing in progress, and when the latest one started. */
  private pages: AsyncGenerator<Props[]> | undefined;
  private listingStartedAt = Number.NEGATIVE_INFINITY;

  /** Objects that pages have shown, each for one read. */
  private readonly shown = new Map<string, { object: Props; expiresAt: number }>();

  /** Ids written since the listing started: its later pages may show these objects as they were before. */
  private readonly writtenIds = new Set<string>();

  constructor(
    private readonly api: ManagementApi,
    private readonly readOperation: Operation,
    private readonly list: Operation | undefined,
  ) {}

  /** The response to a read of one object; it fails as that read would, without these secrets. */
  get(id: string, secrets: Reader["secrets"] = () => []): Promise<Json | undefined> {
    return new Promise((resolve, reject) => {
      this.counts.requested++;
      this.waiting.push({ id, secrets, resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  /** Call it before and after a write: pages listed before a write are stale for that object. */
  invalidate(id: string): void {
    this.writtenIds.add(id);
    this.shown.delete(id);
  }

  /** Settles every waiting read, also where something here throws. The next read starts it again. */
  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      this.resolveFromPages();
      while (this.waiting.length > 0) {
        await this.gather();
        await this.readPages();
        this.readOneByOne();
      }
    } catch (error) {
      for (const { reject } of this.waiting.splice(0)) reject(error);
    } finally {
      this.isRunning = false;
    }
  }

  /** Waits for further reads, and for the access token, without which no request can be sent. */
  private async gather(): Promise<void> {
    // The requests themselves report why there is no token.
    const token = this.api.token.get().catch(() => undefined);
    let gathered = 0;
    let stepsLeft = quietSteps;
    while (stepsLeft > 0 && this.waiting.length < batchThreshold(this.stats())) {
      if (this.waiting.length > gathered) stepsLeft = quietSteps;
      gathered = this.waiting.length;
      stepsLeft--;
      await this.api.transport.clock.sleep(gatherStepMs);
    }
    await token;
  }

  private async readPages(): Promise<void> {
    this.resolveFromPages();
    while (shouldFetchNextPage(this.stats()) && (await this.fetchPage())) {
      this.resolveFromPages();
    }
  }

  private readOneByOne(): void {
    for (const { id, secrets, resolve } of this.waiting.splice(0)) {
      resolve(this.api.send(this.readOperation, { id, secrets }));
    }
  }

  /** Resolves the reads whose object a page has shown. */
  private resolveFromPages(): void {
    const stillWaiting: Reader[] = [];
    for (const reader of this.waiting) {
      const object = this.takeShown(reader.id);
      if (object === undefined) {
        stillWaiting.push(reader);
      } else {
        this.counts.readsSaved++;
        reader.resolve(object);
      }
    }
    this.waiting = stillWaiting;
  }

  private takeShown(id: string): Props | undefined {
    const shown = this.shown.get(id);
    this.shown.delete(id);
    if (!shown || this.api.transport.clock.now() >= shown.expiresAt) return undefined;
    return shown.object;
  }

  /** Fetches the next page. False at the end, or if the list fails: then each object is read by itself. */
  private async fetchPage(): Promise<boolean> {
    this.startListingIfDue();
    const next = await this.pages?.next().catch(() => undefined);
    if (!next || next.done) {
      this.pages = undefined;
      return false;
    }
    this.counts.pagesFetched++;
    const expiresAt = this.api.transport.clock.now() + listingLifetimeMs;
    for (const object of next.value) {
      const id = String(object.id);
      if (!this.writtenIds.has(id)) this.shown.set(id, { object, expiresAt });
    }
    return true;
  }

  /** Lists the collection again if no listing is in progress and the latest one is out of date. */
  private startListingIfDue(): void {
    const now = this.api.transport.clock.now();
    if (!this.list || this.pages || now <= this.listingStartedAt + listingLifetimeMs) return;
    this.listingStartedAt = now;
    this.writtenIds.clear();
    // A short deadline: if the list fails, each object can still be read by itself.
    this.pages = listPages(this.api, this.list, { deadline: now + listingLifetimeMs });
  }

  private stats(): ReadStats {
    return { ...this.counts, waiting: this.waiting.length };
  }
}
