import { randomInt } from "node:crypto";
import fc from "fast-check";

/** Whether random tests and matrices run at their full counts: `make walk` sets it. */
export const isFull = Boolean(process.env.FULL);

/** A tenth of the cases, of a seed that is printed, or that SAMPLE_SEED names; all of them in a full run. */
export function sampled<T>(cases: T[], what: string): T[] {
  if (isFull) return cases;
  const seed = Number(process.env.SAMPLE_SEED || randomInt(2 ** 30));
  const length = Math.ceil(cases.length / 10);
  const some = fc.subarray(cases, { minLength: length, maxLength: length });
  process.stdout.write(
    `Sample: ${length} of ${cases.length} ${what}, SAMPLE_SEED=${seed}; make walk runs them all\n`,
  );
  return fc.sample(some, { seed, numRuns: 1 })[0] ?? [];
}

/** How many random values a test tries: a tenth of those of a full run. */
export const randomRuns = (full: number): number => (isFull ? full : Math.ceil(full / 10));
