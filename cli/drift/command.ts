import { inParallel } from "../shared/parallel";
import { listTargets, pulumiCommand, type Target } from "../shared/pulumi";
import { type StopSignals, unlessAborted } from "../shared/stop";
import { checkStack, notChecked } from "./checkStack";
import { DeliveryBudget } from "./deliveryBudget";
import { Progress } from "./render/progress";
import { driftReport, type Result, type StackReport } from "./report";
import {
  formatsOnStandardOutput,
  prepareFiles,
  type ReportFiles,
  writeReport,
} from "./reportFiles";

export interface DriftOptions extends ReportFiles {
  cwd: string;
  all?: boolean;
  parallel: number;
  exitCodes: keyof typeof exitCodes;
}

const exitCodes = {
  default: { clean: 0, drift: 2, failed: 1 },
  pulumi: { clean: 0, drift: 7, failed: 1 },
} satisfies Record<string, Record<Result, number>>;

/** Checks stacks, reports what drifted, also where it is stopped, and gives the exit code. */
export async function runDriftCommand(
  stacks: string[],
  options: DriftOptions,
  stop: StopSignals,
): Promise<number> {
  const startedAt = new Date();
  if (options.all && stacks.length > 0) throw new Error("either name stacks, or say --all");
  if (stacks.some((text) => /^$|^:|:$/.test(text))) {
    throw new Error("the name of a stack, or of its folder, is empty");
  }
  if (formatsOnStandardOutput(options).length > 1) {
    throw new Error("standard output takes one of --html, --markdown and --json");
  }
  const announce = () => {
    console.error(
      `${stop.requested.reason.message}: reporting what was checked; a second signal ends at once`,
    );
  };
  stop.requested.addEventListener("abort", announce);
  if (stop.requested.aborted) announce();
  const reports = await checkAll(stacks, options, stop);
  const report = driftReport(reports, startedAt, new Date());
  await writeReport(report, options);
  return exitCodes[options.exitCodes][report.result];
}

async function checkAll(
  stacks: string[],
  options: DriftOptions,
  stop: StopSignals,
): Promise<StackReport[]> {
  const { cwd, all = false, parallel } = options;
  const named = [...new Set(stacks)].map((text) => parseTarget(text, cwd));
  const prepared = prepareFiles(options).then(async () => {
    stop.requested.throwIfAborted();
    const pulumi = await pulumiCommand();
    stop.requested.throwIfAborted();
    const targets = named.length > 0 ? named : await listTargets(pulumi, cwd, all);
    return { pulumi, targets };
  });
  const ready = await unlessAborted(stop.requested, prepared).catch((error: unknown) => {
    if (!stop.requested.aborted) throw error;
  });
  if (ready === undefined) {
    // The stack's name is not known yet; brackets cannot be part of one.
    const unknown = { folder: cwd, name: all ? "(all stacks)" : "(selected stack)" };
    return (named.length > 0 ? named : [unknown]).map((one) =>
      notChecked(one, stop.requested.reason),
    );
  }
  const { pulumi, targets } = ready;
  const progress = new Progress(targets.length);
  const watch = { progress: () => progress.object(), stop, budget: new DeliveryBudget() };
  return inParallel(targets, parallel, async (target) => {
    const report = await checkStack(pulumi, target, watch);
    progress.stack(report);
    return report;
  });
}

/** Stack names have no colon. */
function parseTarget(text: string, cwd: string): Target {
  const at = text.lastIndexOf(":");
  return at < 0
    ? { folder: cwd, name: text }
    : { folder: text.slice(0, at), name: text.slice(at + 1) };
}
