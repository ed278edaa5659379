/** A request as the server received it, with its secrets. */
export interface RequestRecord {
  kind: "token" | "api";
  method: string;
  /** Without the query. */
  path: string;
  /** `"PATCH /event-streams/{id}"`; undefined when no route matched. */
  route?: string;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
  /** Undefined until the response is sent, and forever if there is none. */
  status?: number;
}

const maxRequests = 100_000;

/** Of the requests as JSON; in memory, they usually take two to four times as much. */
const defaultMaxBytes = 100_000_000;

/** The requests of a tenant. It may run for long, so the oldest ones leave the log before it fills the memory. */
export class RequestLog {
  /** In order of arrival. */
  readonly records: RequestRecord[] = [];
  private readonly sizes = new Map<RequestRecord, number>();
  private bytes = 0;

  constructor(private readonly maxBytes = defaultMaxBytes) {}

  add(record: RequestRecord): void {
    this.records.push(record);
    this.sizes.set(record, 0);
    this.count(record, record);
  }

  addBody(record: RequestRecord, body: unknown): void {
    // A copy: handlers store parts of the body and may change them later.
    record.body = structuredClone(body);
    this.count(record, body);
  }

  clear(): void {
    this.records.length = 0;
    this.sizes.clear();
    this.bytes = 0;
  }

  private count(record: RequestRecord, part: unknown): void {
    const size = this.sizes.get(record);
    // The body may come when the request has left the log.
    if (size === undefined) return;
    const added = Buffer.byteLength(JSON.stringify(part) ?? "");
    this.sizes.set(record, size + added);
    this.bytes += added;
    while (this.records.length > maxRequests || this.bytes > this.maxBytes) this.removeOldest();
  }

  private removeOldest(): void {
    const oldest = this.records.shift();
    // A test may have emptied the list itself.
    if (oldest === undefined) {
      this.clear();
      return;
    }
    this.bytes -= this.sizes.get(oldest) ?? 0;
    this.sizes.delete(oldest);
  }
}
