import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type FailuresOverTime,
  FailureTimes,
  maxBuckets,
} from "../../../../../cli/deliveries/check/failureTimes";

function counted(times: number[]): FailuresOverTime {
  const failures = new FailureTimes();
  for (const time of times) failures.add(time);
  const overTime = failures.overTime();
  if (overTime === undefined) throw new Error("nothing was counted");
  return overTime;
}

const at = (time: string) => Date.parse(`2026-03-04T${time}Z`);

test("failures of a longer time are counted by longer spans", () => {
  expect(counted([at("02:00:10"), at("02:06:59"), at("03:00:00")])).toEqual({
    bucketSeconds: 300,
    buckets: [
      { start: "2026-03-04T02:00:00.000Z", failed: 1 },
      { start: "2026-03-04T02:05:00.000Z", failed: 1 },
      { start: "2026-03-04T03:00:00.000Z", failed: 1 },
    ],
  });
});

test("every failure is counted once, in few buckets, whatever the times and their order", () => {
  const time = fc.oneof(
    fc.integer({ min: at("00:00:00"), max: at("23:59:59") }),
    fc.integer({ min: Date.parse("0000-01-01"), max: Date.parse("9999-12-31") }),
  );
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 100 }), (times) => {
      const { bucketSeconds, buckets } = counted(times);
      const starts = buckets.map(({ start }) => Date.parse(start));
      expect(buckets.reduce((sum, { failed }) => sum + failed, 0)).toBe(times.length);
      expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(
        maxBuckets * bucketSeconds * 1000,
      );
      expect(counted([...times].reverse())).toEqual({ bucketSeconds, buckets });
      for (const one of times) {
        expect(starts).toContain(Math.floor(one / 1000 / bucketSeconds) * bucketSeconds * 1000);
      }
    }),
    { numRuns: 100 },
  );
});
