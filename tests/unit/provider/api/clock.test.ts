import { afterEach, expect, jest, test } from "@jest/globals";
import { realClock } from "../../../../provider/api/clock";

afterEach(() => {
  jest.useRealTimers();
});

test("a sleep that is longer than Node's timers can be does not end at once", async () => {
  jest.useFakeTimers();
  let ended = false;
  void realClock.sleep(9_999_999_000).then(() => {
    ended = true;
  });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(ended).toBe(false);
});
