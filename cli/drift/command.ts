import { driftReport, type Shard, type StackReport } from "../reports/drift/report";
import { findings, stackLabel } from "../reports/drift/summary";
import { symbols } from "../reports/view";
import { CheckProgress } from "../shared/log";
import { inParallel } from "../shared/parallel";
import { explainFailure, listTargets, parseTarget, type Target } from "../shared/pulumi";
import { prepareFiles, validateFiles } from "../shared/reportFiles";
import { announceStop, type StopSignals, unlessAborted } from "../shared/stop";
import { countOf } from "../shared/text";
import { checkStack, notChecked } from "./checkStack";
import { type ReportOptions, writeDriftReport } from "./exitCodes";
import { inShard, shardName, shardOf } from "./shard";

export interface DriftOptions extends ReportOptions {
  cwd: string;
  all?: boolean;
  shard?: Shard;
  unmanaged?: boolean;
  parallel: number;
}

/** Checks stacks and writes the report, even if it's stopped. Returns the exit code. */
export async function runDriftCommand(
  stacks: string[],
  options: DriftOptions,
  stop: StopSignals,
): Promise<number> {
  const startedAt = new Date();
  validate(stacks, options);
  announceStop(stop.requested, "reporting what was checked");
  await prepareFiles(options);
  const { reports, shard } = await checkAll(stacks, options, stop);
  return writeDriftReport(driftReport(reports, startedAt, new Date(), shard), options);
}

function validate(stacks: string[], options: DriftOptions): void {
  if (options.all && stacks.length > 0) throw new Error("pass names of stacks or --all, not both");
  if (options.shard && !options.all && stacks.length === 0) {
    throw new Error("--shard divides several stacks. Pass their names, or --all");
  }
  validateFiles(options);
}

async function checkAll(
  stacks: string[],
  options: DriftOptions,
  stop: StopSignals,
): Promise<{ reports: StackReport[]; shard: Shard | undefined }> {
  const all = await targetsOf(stacks, options, stop.requested);
  if (all === undefined) return { reports: [unlisted(options, stop)], shard: options.shard };

  const targets = options.shard ? inShard(all, options.shard) : all;
  const { parallel } = options;
  const progress = new CheckProgress(targets.length, "stack", (count) => countOf(count, "object"));
  const context = {
    progress: () => progress.count(1),
    note: (message: string) => progress.note(message),
    stop,
  };
  const reports = await inParallel(targets, parallel, async (target) => {
    const report = await checkStack(target, context);
    // The report has the other findings.
    const [finding] = findings(report);
    progress.done(`${symbols[finding?.status ?? "clean"]} ${stackLabel(report)}`);
    return report;
  });
  const shard = options.shard && shardOf(options.shard, all);
  if (!options.unmanaged) return { reports, shard };
  const folders = [...new Set(all.map(({ folder }) => folder))];
  // Only this file loads the code that sends requests to a tenant.
  const { addUnmanaged } = require("./findUnmanaged") as typeof import("./findUnmanaged");
  const search = { folders, parallel, requested: stop.requested, note: context.note };
  return { reports: await addUnmanaged(reports, search), shard };
}

/** The stacks to check. Undefined if a signal comes before they are listed. */
async function targetsOf(
  stacks: string[],
  { cwd, all = false }: DriftOptions,
  requested: AbortSignal,
): Promise<Target[] | undefined> {
  if (stacks.length > 0) return [...new Set(stacks)].map((argument) => parseTarget(argument, cwd));
  try {
    return await unlessAborted(requested, listTargets(cwd, all, requested));
  } catch (error) {
    if (requested.aborted) return undefined;
    throw await explainFailure(error as Error, requested);
  }
}

function unlisted({ cwd, all, shard }: DriftOptions, { requested }: StopSignals): StackReport {
  const stacks = all ? "all stacks" : "selected stack";
  const target = { folder: cwd, name: shard ? shardName(shard) : stacks };
  return { ...notChecked(target, requested.reason), missing: true };
}
