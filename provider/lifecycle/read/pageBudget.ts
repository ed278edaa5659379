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

/** Two reads cost two requests, a page that shows both objects costs one. */
const initialThreshold = 2;

/** Of so many reads, one page may be fetched without saving a request. */
const readsPerWastedPage = 10;

/**
 * How many reads must wait before a page of the list is fetched for them. Once the pages have saved
 * more requests than they cost, a single read is enough.
 */
export function batchThreshold({ readsSaved, pagesFetched }: ReadStats): number {
  return readsSaved > pagesFetched ? 1 : initialThreshold;
}

/**
 * Whether the next page is likely to save requests: enough reads wait for it, and even if it shows
 * none of their objects, the pages have cost at most one request, or one in ten reads, more than they
 * saved.
 */
export function shouldFetchNextPage(stats: ReadStats): boolean {
  const { requested, waiting, pagesFetched, readsSaved } = stats;
  if (waiting < batchThreshold(stats)) return false;
  const wastedPages = pagesFetched + 1 - readsSaved;
  return wastedPages <= Math.max(1, requested / readsPerWastedPage);
}
