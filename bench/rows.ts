export interface Sample {
  ms: number;
  /** The peak resident memory of the processes that do the work. */
  peakMb?: number;
  /** API requests, including those that the tenant rejected with status 429. */
  requests?: number;
  rejected?: number;
  tokens?: number;
  /** The size of the stack's state in the backend, for each object. */
  stateBytes?: number;
}

/** The samples of one tool under the label's condition, in the order of their rounds. */
export interface Row {
  part: string;
  label: string;
  subject: string;
  samples: Sample[];
}

export type RecordSample = (label: string, subject: string, sample: Sample) => void;

export const recordTo =
  (rows: Row[], part: string): RecordSample =>
  (label, subject, sample) => {
    const row = findRow(rows, label, subject);
    if (row) row.samples.push(sample);
    else rows.push({ part, label, subject, samples: [sample] });
  };

const findRow = (rows: Row[], label: string, subject: string) =>
  rows.find((row) => row.label === label && row.subject === subject);

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

const valuesOf = (rows: Row[], label: string, subject: string, key: keyof Sample): number[] =>
  (findRow(rows, label, subject)?.samples ?? []).map((sample) => sample[key] ?? Number.NaN);

/** The median, or NaN if it wasn't measured. */
export const medianOf = (rows: Row[], label: string, subject: string, key: keyof Sample): number =>
  median(valuesOf(rows, label, subject, key));

/**
 * The median of one ratio for each round, in which the two subjects ran one after the other. The spread is
 * the highest ratio divided by the lowest.
 */
export function compare(rows: Row[], label: string, subject: string, other: string) {
  const others = valuesOf(rows, label, other, "ms");
  const ratios = valuesOf(rows, label, subject, "ms").map(
    (ms, round) => ms / (others[round] ?? Number.NaN),
  );
  return { ratio: median(ratios), spread: Math.max(...ratios) / Math.min(...ratios) };
}
