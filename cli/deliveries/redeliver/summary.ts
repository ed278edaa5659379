import type { Candidate } from "./candidates";
import type { RunResult } from "./sendAll";

/** The results of a run by kind. */
export interface Summary {
  total: number;
  accepted: number;
  gone: string[];
  refused: Error[];
  uncertain: string[];
  /** Ids that were not sent. */
  left: string[];
}

export function summarize(candidates: Candidate[], { results }: RunResult): Summary {
  const summary: Summary = {
    total: candidates.length,
    ...{ accepted: 0, gone: [], refused: [], uncertain: [], left: [] },
  };
  for (const { id } of candidates) {
    const result = results.get(id);
    if (result === undefined) summary.left.push(id);
    else if (result.kind === "accepted") summary.accepted += 1;
    else if (result.kind === "refused") summary.refused.push(result.error);
    else if (result.kind === "gone") summary.gone.push(id);
    else summary.uncertain.push(id);
  }
  return summary;
}
