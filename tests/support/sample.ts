/** Whether random tests and matrices run at their full counts: `make walk` sets it. */
export const isFull = Boolean(process.env.FULL);

/** Every 8th case, which covers each operation and each kind of fault; all of them in a full run. */
export function sampled<T>(cases: T[], what: string): T[] {
  if (isFull) return cases;
  const some = cases.filter((_case, index) => index % 8 === 0);
  process.stdout.write(
    `Sample: ${some.length} of ${cases.length} ${what}; make walk runs them all\n`,
  );
  return some;
}

/** How many random values a test tries: a tenth of those of a full run. */
export const randomRuns = (full: number): number => (isFull ? full : Math.ceil(full / 10));
