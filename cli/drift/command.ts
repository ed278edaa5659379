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

/** Checks stacks and writes the report, even if it is stopped; returns the exit code. */
export async function runDriftCommand(
  stacks: string[],
  options: DriftOptions,
  stop: StopSignals,
): Promise<number> {
  const startedAt = new Date();
  validate(stacks, options);
  announceStop(stop.requested, "reporting what was checked");
  const { reports, shard } = await checkAll(stacks, options, stop);
  return writeDriftReport(driftReport(reports, startedAt, new Date(), shard), options);
}

function validate(stacks: string[], options: DriftOptions): void {
  if (options.all && stacks.length > 0) throw new Error("name stacks or pass --all, not both");
  if (options.shard && !options.all && stacks.length === 0) {
    throw new Error("--shard divides several stacks: name them, or pass --all");
  }
  validateFiles(options);
}

async function checkAll(
  stacks: string[],
  options: DriftOptions,
  stop: StopSignals,
): Promise<{ reports: StackReport[]; shard: Shard | undefined }> {
  const named = [...new Set(stacks)].map((argument) => parseTarget(argument, options.cwd));
  const all = await prepare(named, options, stop.requested);
  if (all === undefined) {
    return { reports: stoppedReports(named, options, stop.requested), shard: options.shard };
  }

  const targets = ofShard(all, options);
  const { parallel } = options;
  const progress = new CheckProgress(targets.length, "stack", (count) => countOf(count, "object"));
  const context = {
    progress: () => progress.count(1),
    note: (message: string) => progress.note(message),
    stop,
  };
  const reports = await inParallel(targets, parallel, async (target) => {
    const report = await checkStack(target, context);
    // The report says the rest.
    const [finding] = findings(report);
    progress.done(`${symbols[finding?.status ?? "clean"]} ${stackLabel(report)}`);
    return report;
  });
  const shard = options.shard && shardOf(options.shard, all);
  if (!options.unmanaged) return { reports, shard };
  const folders = [...new Set(all.map(({ folder }) => folder))];
  // It loads what sends requests to a tenant.
  const { addUnmanaged } = require("./findUnmanaged") as typeof import("./findUnmanaged");
  const search = { folders, parallel, requested: stop.requested, note: context.note };
  return { reports: await addUnmanaged(reports, search), shard };
}

/** Prepares the files, and returns the stacks to check; undefined if a signal comes before. */
async function prepare(
  named: Target[],
  options: DriftOptions,
  requested: AbortSignal,
): Promise<Target[] | undefined> {
  const work = async () => {
    await prepareFiles(options);
    requested.throwIfAborted();
    if (named.length > 0) return named;
    const listed = listTargets(options.cwd, options.all ?? false, requested);
    return listed.catch(async (error) => {
      throw await explainFailure(error, requested);
    });
  };
  try {
    return await unlessAborted(requested, work());
  } catch (error) {
    if (requested.aborted) return undefined;
    throw error;
  }
}

const ofShard = (targets: Target[], { shard }: DriftOptions): Target[] =>
  shard ? inShard(targets, shard) : targets;

/** The reports of stacks where a signal came before all were listed. */
function stoppedReports(
  named: Target[],
  options: DriftOptions,
  { reason }: AbortSignal,
): StackReport[] {
  if (named.length > 0) return ofShard(named, options).map((target) => notChecked(target, reason));
  const { cwd, all, shard } = options;
  const stacks = all ? "all stacks" : "selected stack";
  const unlisted = { folder: cwd, name: shard ? shardName(shard) : stacks };
  return [{ ...notChecked(unlisted, reason), missing: true }];
}
