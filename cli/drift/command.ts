import { inParallel } from "../shared/parallel";
import { pulumiCommand, stacksIn, type Target } from "../shared/pulumi";
import { type Stop, unlessAborted } from "../shared/stop";
import { checkStack, notChecked } from "./checkStack";
import { DeliveryBudget } from "./deliveryBudget";
import { Progress } from "./render/progress";
import { driftReport, type Result, type StackReport } from "./report";
import { onStandardOutput, prepareFiles, type ReportFiles, writeReport } from "./reportFiles";

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
export async function drift(stacks: string[], options: DriftOptions, stop: Stop): Promise<number> {
  const startedAt = new Date();
  if (options.all && stacks.length > 0) throw new Error("either name stacks, or say --all");
  if (stacks.some((text) => /^$|^:|:$/.test(text))) {
    throw new Error("the name of a stack, or of its folder, is empty");
  }
  if (onStandardOutput(options).length > 1) {
    throw new Error("standard output takes one of --html, --markdown and --json");
  }
  const announce = () => {
    console.error(
      `${stop.asked.reason.message}: reporting what was checked; a second signal ends at once`,
    );
  };
  stop.asked.addEventListener("abort", announce);
  if (stop.asked.aborted) announce();
  const reports = await check(stacks, options, stop);
  const report = driftReport(reports, startedAt, new Date());
  await writeReport(report, options);
  return exitCodes[options.exitCodes][report.result];
}

async function check(stacks: string[], options: DriftOptions, stop: Stop): Promise<StackReport[]> {
  const { cwd, all = false, parallel } = options;
  const named = [...new Set(stacks)].map((text) => target(text, cwd));
  const prepared = prepareFiles(options).then(async () => {
    stop.asked.throwIfAborted();
    const pulumi = await pulumiCommand();
    stop.asked.throwIfAborted();
    const targets = named.length > 0 ? named : await stacksIn(pulumi, cwd, all);
    return { pulumi, targets };
  });
  const ready = await unlessAborted(stop.asked, prepared).catch((error: unknown) => {
    if (!stop.asked.aborted) throw error;
  });
  if (ready === undefined) {
    // The stack's name is not known yet; brackets cannot be part of one.
    const unknown = { folder: cwd, name: all ? "(all stacks)" : "(selected stack)" };
    return (named.length > 0 ? named : [unknown]).map((one) => notChecked(one, stop.asked.reason));
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
function target(text: string, cwd: string): Target {
  const at = text.lastIndexOf(":");
  return at < 0
    ? { folder: cwd, name: text }
    : { folder: text.slice(0, at), name: text.slice(at + 1) };
}
