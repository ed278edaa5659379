/**
 * Every 16th case where SAMPLE is set, as `make test-fast` sets it, and a note of that; else all cases.
 */
export function sampled<T>(cases: T[], what: string): T[] {
  if (!process.env.SAMPLE) return cases;
  const some = cases.filter((_case, index) => index % 16 === 0);
  process.stdout.write(
    `Sample: ${some.length} of ${cases.length} ${what}; make test runs them all\n`,
  );
  return some;
}
