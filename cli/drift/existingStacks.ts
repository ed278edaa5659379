import type { StackReport } from "../shared/driftReport/report";
import { listStacks, stackNames } from "../shared/pulumi";
import type { PulumiCommand } from "../shared/runPulumi";
import { unlessAborted } from "../shared/stop";

/** The report of a stack; if Pulumi has no such stack, with those that the project has. */
export async function withExistingStacks(
  pulumi: PulumiCommand,
  report: StackReport,
  requested: AbortSignal,
): Promise<StackReport> {
  const isUnknown = report.problems.some(({ message }) => message.startsWith("no stack named "));
  if (!isUnknown) return report;
  try {
    const stacks = await unlessAborted(requested, listStacks(pulumi, report.folder));
    const existing = stackNames(stacks.map(({ name }) => name));
    const problems = report.problems.map((problem) => ({
      ...problem,
      message: `${problem.message}: ${existing}`,
    }));
    return { ...report, problems };
  } catch {
    return report;
  }
}
