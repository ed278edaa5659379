import { driftReport, type Shard, type StackReport } from "../shared/driftReport/report";
import { inParallel } from "../shared/parallel";
import {
  explainFailure,
  listTargets,
  parseTarget,
  pulumiOnPath,
  type Target,
} from "../shared/pulumi";
import { prepareFiles, validateFiles } from "../shared/reportFiles";
import { announceStop, type StopSignals, unlessAborted } from "../shared/stop";
import { checkStack, notChecked } from "./checkStack";
import { withExistingStacks } from "./existingStacks";
import { exitCodes } from "./exitCodes";
import { type ReportOptions, writeDriftReport } from "./output";
import { DriftProgress } from "./progress";
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
  const report = driftReport(reports, startedAt, new Date(), shard);
  await writeDriftReport(report, options);
  return exitCodes[options.exitCodes][report.result];
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
  const progress = new DriftProgress(targets.length);
  const context = {
    progress: () => progress.objectRead(),
    note: (message: string) => progress.note(message),
    stop,
  };
  const reports = await inParallel(targets, options.parallel, async (target) => {
    const checked = await checkStack(target, context);
    const report = await withExistingStacks(pulumiOnPath, checked, stop.requested);
    progress.stackChecked(report);
    return report;
  });
  const shard = options.shard && shardOf(options.shard, all);
  if (!options.unmanaged) return { reports, shard };
  const { parallel } = options;
  const folders = [...new Set(all.map(({ folder }) => folder))];
  const { requested } = stop;
  // It loads what sends requests to a tenant.
  const { addUnmanaged } = require("./findUnmanaged") as typeof import("./findUnmanaged");
  const unmanaged = { pulumi: pulumiOnPath, folders, parallel, requested };
  return { reports: await addUnmanaged(reports, unmanaged), shard };
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
    const listed = listTargets(pulumiOnPath, options.cwd, options.all ?? false, requested);
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
