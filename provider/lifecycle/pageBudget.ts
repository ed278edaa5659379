/** What the reads of one collection have cost and saved so far, and how many wait now. */
export interface ReadStats {
  /** All reads so far. */
  requested: number;
  /** Reads that wait for a request. */
  waiting: number;
  pagesFetched: number;
  /** Reads whose object a page has shown, so that they needed no request. */
  readsSaved: number;
}

/** One read costs one request. With the second, a page that shows both saves one. */
const minReads = 2;

/** Of so many reads, one page may be fetched without saving a request. */
const readsPerWastedPage = 10;

/** Whether the reads so far are enough to fetch a page for, even for one that waits alone. */
export const areSeveral = ({ requested }: Pick<ReadStats, "requested">): boolean =>
  requested >= minReads;

/**
 * Whether the next page is likely to save requests: there have been several reads, one waits, and even if
 * the page does not show its object, the pages have cost at most one request, or one in ten reads, more
 * than they saved.
 */
export function shouldFetchNextPage(stats: ReadStats): boolean {
  const { requested, waiting, pagesFetched, readsSaved } = stats;
  if (waiting === 0 || !areSeveral(stats)) return false;
  const wastedPages = pagesFetched + 1 - readsSaved;
  return wastedPages <= Math.max(1, requested / readsPerWastedPage);
}
