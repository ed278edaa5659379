import {
  type DriftReport,
  driftReport,
  readDriftReport,
  type StackReport,
  spanOf,
  stackReport,
  timedStacks,
} from "../reports/drift/report";
import { diagnosticFromError } from "../shared/diagnostic";
import { compare } from "../shared/text";
import { prepareFiles, validateFiles } from "../shared/writeReport";
import { type ReportOptions, writeDriftReport } from "./command";
import { withOwners } from "./owners";

/** A file of a merge: its report, or why it can't be read. */
export type Part = { file: string; report: DriftReport } | UnreadPart;

interface UnreadPart {
  file: string;
  failure: string;
}

/** Makes one report of several, as one check of all their stacks would have written it. */
export function mergeReports(parts: Part[], now = new Date()): DriftReport {
  const checks = parts.flatMap((part) => ("report" in part ? [part.report] : []));
  const stacks = parts
    .flatMap((part) => ("report" in part ? timedStacks(part.report) : [failedStack(part)]))
    .sort((a, b) => compare(a.folder, b.folder) || compare(a.name, b.name));
  const times = checks.length > 0 ? spanOf(checks) : { startedAt: now, finishedAt: now };
  return driftReport(unmanagedOnce(withOwners(stacks)), times.startedAt, times.finishedAt);
}

/** Stands for a file that can't be read. */
const failedStack = ({ file, failure }: UnreadPart): StackReport =>
  stackReport({
    name: file,
    folder: ".",
    missing: true,
    problems: [{ message: failure }],
    checked: 0,
    resources: [],
  });

/** If stacks of several parts use one tenant, the first stack keeps its unmanaged objects. */
function unmanagedOnce(stacks: StackReport[]): StackReport[] {
  const known = new Set<string>();
  return stacks.map(({ result: _, ...stack }) => {
    const unmanaged = stack.unmanaged?.filter(({ tenant, id }) => !known.has(`${tenant} ${id}`));
    for (const { tenant, id } of unmanaged ?? []) known.add(`${tenant} ${id}`);
    return stackReport({ ...stack, ...(unmanaged && { unmanaged }) });
  });
}

export async function mergeCommand(files: string[], options: ReportOptions): Promise<number> {
  validateFiles(options);
  await prepareFiles(options);
  const parts = [...new Set(files)].map(readPart);
  return writeDriftReport(mergeReports(parts), options);
}

function readPart(file: string): Part {
  try {
    return { file, report: readDriftReport(file) };
  } catch (error) {
    return { file, failure: diagnosticFromError(error).message };
  }
}
