import { listAll, listPages } from "../api/listPages";
import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import type { Json, Props } from "../shared/json";

/** The engine sends the reads of one moment a few milliseconds apart, later on a busy machine. */
const momentMs = 10;
/** So many moments without another read end the gathering: one may pass while the process loads. */
const calmMoments = 2;
/** A listing is as good as a read for so long. */
const freshMs = 15_000;

type Answer = Json | undefined;
type Reader = { id: string; answer: (answer: Promise<Answer>) => void };

/**
 * Reads of one collection. Those that wait together are answered by pages of its list, as long as
 * these save requests: at worst one page, or one for each ten reads, is for nothing. What a page
 * showed answers later reads, too; what none showed is read by itself, before anybody calls it gone.
 */
export class BatchedReads {
  private waiting: Reader[] = [];
  private running = false;
  private pages: AsyncGenerator<Props[]> | undefined;
  private startedAt = Number.NEGATIVE_INFINITY;
  private readonly shown = new Map<string, { object: Props; at: number }>();
  /** Written since the listing began: its pages may be older. */
  private readonly written = new Set<string>();
  private asked = 0;
  private readsSaved = 0;
  private pagesFetched = 0;
  /** The ids of a complete listing. */
  private listed: { until: number; ids: Promise<Set<string>> } | undefined;

  constructor(
    private readonly api: ManagementApi,
    private readonly one: Operation,
    private readonly list: Operation | undefined,
  ) {}

  get(id: string): Promise<Answer> {
    return new Promise((answer) => {
      this.asked++;
      this.waiting.push({ id, answer });
      if (!this.running) this.run();
    });
  }

  /** An object was written: no page that was asked for before tells of it. */
  invalidate(id: string): void {
    this.written.add(id);
    this.shown.delete(id);
  }

  /** An object was made: no listing that began before proves its absence. */
  invalidateListing(): void {
    this.listed = undefined;
  }

  /** Whether a complete listing does not show an object; an error where there is no such listing. */
  async isAbsent(id: string): Promise<boolean> {
    if (!this.list) throw new Error("the service has no list of these objects");
    const now = this.api.transport.clock.now();
    // Reads and deletes that get the same gateway's 404 share one listing.
    if (!this.listed || now > this.listed.until) {
      const objects = listAll(this.api, this.list);
      const ids = objects.then((all) => new Set(all.map((object) => String(object.id))));
      const listed = { until: Number.POSITIVE_INFINITY, ids };
      this.listed = listed;
      const ended = () => {
        listed.until = this.api.transport.clock.now() + freshMs;
      };
      ids.then(ended, ended);
    }
    return !(await this.listed.ids).has(id);
  }

  private async run(): Promise<void> {
    this.running = true;
    this.serve();
    while (this.waiting.length > 0) {
      await this.gather();
      do this.serve();
      while (this.waiting.length >= this.batchThreshold() && (await this.turnPage()));
      for (const { id, answer } of this.waiting.splice(0)) {
        answer(this.api.send(this.one, { id }));
      }
    }
    this.running = false;
  }

  /** Waits for those that come together, and for the token, without which nothing can be sent. */
  private async gather(): Promise<void> {
    // Whoever needs it hears of its failure.
    const token = this.api.token.get().catch(() => undefined);
    let known = 0;
    for (let calm = 0; calm < calmMoments && this.waiting.length < this.batchThreshold(); calm++) {
      if (this.waiting.length > known) calm = 0;
      known = this.waiting.length;
      await this.api.transport.clock.sleep(momentMs);
    }
    await token;
  }

  /** Answers those whose object a page has shown a moment ago, each page one read. */
  private serve(): void {
    const oldest = this.api.transport.clock.now() - freshMs;
    this.waiting = this.waiting.filter(({ id, answer }) => {
      const { object, at = oldest } = this.shown.get(id) ?? {};
      this.shown.delete(id);
      if (!object || at <= oldest) return true;
      this.readsSaved++;
      answer(Promise.resolve(object));
      return false;
    });
  }

  /** How many must wait for a page: more than a few, unless the pages so far have paid. */
  private batchThreshold(): number {
    return this.readsSaved > this.pagesFetched ? 1 : 3;
  }

  /** Whether there was another page that pays. A list that cannot be had leaves reads to themselves. */
  private async turnPage(): Promise<boolean> {
    const pays = this.pagesFetched + 1 - this.readsSaved <= Math.max(1, this.asked / 10);
    const pages = pays ? this.listing() : undefined;
    const { value } = (await pages?.next().catch(() => undefined)) ?? {};
    if (!value) {
      if (pages) this.pages = undefined;
      return false;
    }
    this.pagesFetched++;
    const at = this.api.transport.clock.now();
    for (const object of value) {
      const id = String(object.id);
      if (!this.written.has(id)) this.shown.set(id, { object, at });
    }
    return true;
  }

  /** The listing that is under way, or a new one, unless one ended a moment ago. */
  private listing(): AsyncGenerator<Props[]> | undefined {
    const now = this.api.transport.clock.now();
    if (this.list && !this.pages && now > this.startedAt + freshMs) {
      this.startedAt = now;
      this.written.clear();
      // Not long: where the list fails, each can be read by itself.
      this.pages = listPages(this.api, this.list, { deadline: now + freshMs });
    }
    return this.pages;
  }
}
