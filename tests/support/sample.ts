import { randomInt } from "node:crypto";
import fc from "fast-check";

/** Whether random tests and matrices run at their full counts: `make walk` sets it. */
export const isFull = Boolean(process.env.FULL);

/** A tenth of the cases, from a printed seed or SAMPLE_SEED. A full run has all cases. */
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

/** The number of random values that a test tries, which is a tenth of a full run's. */
export const randomRuns = (full: number): number => (isFull ? full : Math.ceil(full / 10));
