import { markdown } from "../../reports/markdown";
import { terminal } from "../../reports/terminal";
import { symbols } from "../../reports/view";
import { CheckProgress } from "../../shared/log";
import { inParallel } from "../../shared/parallel";
import { withoutJobSecrets } from "../../shared/secretRemover";
import { announceStop, type StopSignals, unlessAborted } from "../../shared/stop";
import {
  prepareFiles,
  type ReportFiles,
  validateFiles,
  writeReport,
} from "../../shared/writeReport";
import { assertTimeRange, datesAt, datesOfService, type Filters } from "../filters";
import { checkStream } from "./checkStream";
import {
  type CheckResult,
  type Criteria,
  deliveryReport,
  type StreamReport,
  streamLabel,
} from "./report";
import { type Selected, selectStreams } from "./selectStreams";
import { countFailed, deliveryView, findingText, statusOf } from "./view";

export interface CheckOptions extends Omit<Filters, "status">, Omit<ReportFiles, "html"> {
  maxFailed: number;
  stack?: string[];
  cwd: string;
  parallel: number;
}

const exitCodes: Record<CheckResult, number> = { clean: 0, failing: 2, failed: 1 };

/** Checks streams and writes the report, even if it is stopped; returns the exit code. */
export async function checkCommand(
  streams: string[],
  options: CheckOptions,
  stop: StopSignals,
): Promise<number> {
  const startedAt = new Date();
  validate(streams, options);
  announceStop(stop.requested, "reporting what was checked");
  await prepareFiles(options);
  const stack = options.stack && [...new Set(options.stack)];
  const selection = { ...options, stack, streams: [...new Set(streams)] };
  const selected = await selectStreams(selection, stop.requested);
  const criteria = await datedCriteria(selected, criteriaOf(options), stop.requested);
  const reports = await checkAll(selected, options, criteria, stop.requested);
  // Names and messages of receivers may repeat a secret of the job.
  const cleaned = withoutJobSecrets(reports, process.env);
  const report = deliveryReport(cleaned, criteria, startedAt, new Date());
  const view = deliveryView(report);
  const forms = { terminal: () => terminal(view), markdown: () => markdown(view) };
  await writeReport(report, forms, options);
  return exitCodes[report.result];
}

function validate(streams: string[], options: CheckOptions): void {
  if (streams.includes("")) throw new Error("The name of a stream is empty.");
  const { since } = options;
  // Nothing can have failed in the future, so the check would never fail.
  if (since !== undefined && Date.parse(since) > Date.now()) {
    throw new Error(`--since is in the future: ${since}`);
  }
  assertTimeRange(datesAt(options, Date.now()));
  validateFiles(options);
}

const criteriaOf = ({ maxFailed, since, until, type }: CheckOptions): Criteria => ({
  maxFailed,
  ...(since !== undefined && { since }),
  ...(until !== undefined && { until }),
  ...(type && { eventTypes: type }),
});

/** The first stream that can be read shows Auth0's clock, so that all streams have the same dates. */
async function datedCriteria(
  selected: Selected[],
  criteria: Criteria,
  requested: AbortSignal,
): Promise<Criteria> {
  for (const one of selected) {
    if ("report" in one || requested.aborted) continue;
    try {
      return await unlessAborted(requested, datesOfService(one.stream, criteria));
    } catch {
      // The check of this stream fails for the same reason, and reports it.
    }
  }
  return datesAt(criteria, Date.now());
}

async function checkAll(
  selected: Selected[],
  options: CheckOptions,
  criteria: Criteria,
  requested: AbortSignal,
): Promise<StreamReport[]> {
  const progress = new CheckProgress(selected.length, "stream", countFailed);
  const count = (failed: number) => progress.count(failed);
  const context = { criteria, requested, progress: count };
  return inParallel(selected, options.parallel, async (one) => {
    const report = "report" in one ? one.report : await checkStream(one.stream, context);
    const finding = `${streamLabel(report)}: ${findingText(report)}`;
    progress.done(`${symbols[statusOf(report)]} ${finding}`);
    return report;
  });
}
