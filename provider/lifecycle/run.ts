import type { PendingCreate } from "./create/pendingCreate";

/** What a run has done in one tenant, and what its program is about to do. */
export class Run {
  /** Ids that this process has created, read or compared. No create takes one of them for its own. */
  readonly knownIds = new Set<string>();

  /** Creates that have not ended; each promise is fulfilled when its create ends. */
  readonly pendingCreates = new Map<PendingCreate, Promise<unknown>>();

  /** Creates that have ended, with an attempt that may still produce an object. */
  readonly unaccounted = new Set<PendingCreate>();

  /** Messages that are printed once. */
  private readonly printed = new Set<string>();

  /** Makes an id known. False if it was known already. */
  addId(id: string): boolean {
    const isFree = !this.knownIds.has(id);
    this.knownIds.add(id);
    return isFree;
  }

  /** Prints a message, unless the run has printed it already. */
  printOnce(message: string, print: (message: string) => void): void {
    if (!this.printed.has(message)) print(message);
    this.printed.add(message);
  }
}
