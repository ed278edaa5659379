import { describe, expect, test } from "@jest/globals";
import {
  batchThreshold,
  type ReadStats,
  shouldFetchNextPage,
} from "../../../../provider/lifecycle/pageBudget";

const stats = (changes: Partial<ReadStats>): ReadStats => ({
  ...{ requested: 0, waiting: 0, pagesFetched: 0, readsSaved: 0 },
  ...changes,
});

describe("batchThreshold", () => {
  test.each([
    ["no page was fetched", stats({}), 3],
    ["the pages saved as many requests as they cost", stats({ pagesFetched: 1, readsSaved: 1 }), 3],
    ["the pages saved more requests than they cost", stats({ pagesFetched: 1, readsSaved: 2 }), 1],
  ])("follows from the counts where %s", (_case, given, threshold) => {
    expect(batchThreshold(given)).toBe(threshold);
  });
});

describe("shouldFetchNextPage", () => {
  test.each([
    ["3 waiting reads, for the first page", stats({ requested: 3, waiting: 3 }), true],
    ["2 waiting reads, for the first page", stats({ requested: 2, waiting: 2 }), false],
    [
      "1 waiting read, where pages have saved requests",
      stats({ requested: 9, waiting: 1, pagesFetched: 1, readsSaved: 8 }),
      true,
    ],
    ["no waiting read", stats({ requested: 8, waiting: 0, pagesFetched: 1, readsSaved: 8 }), false],
    [
      "3 of 10 reads, where one page was wasted",
      stats({ requested: 10, waiting: 3, pagesFetched: 1 }),
      false,
    ],
    [
      "3 of 20 reads, where one page was wasted",
      stats({ requested: 20, waiting: 3, pagesFetched: 1 }),
      true,
    ],
  ])("follows from the counts for %s", (_case, given, expected) => {
    expect(shouldFetchNextPage(given)).toBe(expected);
  });
});
