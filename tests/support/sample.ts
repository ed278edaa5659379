/** Whether random tests and matrices run at their full counts: `make walk` sets it. */
export const isFull = Boolean(process.env.FULL);

/** Another part of the cases in each run. SAMPLE_SEED repeats the part that a run has printed. */
const seed = Number(process.env.SAMPLE_SEED ?? Math.floor(Math.random() * 8));

/** Every 8th case; all of them in a full run. */
export function sampled<T>(cases: T[], what: string): T[] {
  if (isFull) return cases;
  const some = cases.filter((_case, index) => index % 8 === seed % Math.min(8, cases.length));
  process.stdout.write(
    `Sample: ${some.length} of ${cases.length} ${what}, SAMPLE_SEED=${seed}; make walk runs them all\n`,
  );
  return some;
}

/** How many random values a test tries: a tenth of those of a full run. */
export const randomRuns = (full: number): number => (isFull ? full : Math.ceil(full / 10));
