import {
  type DriftReport,
  driftReport,
  readDriftReport,
  type StackReport,
  spanOf,
  stackLabel,
  stackReport,
  timedStacks,
} from "../reports/drift/report";
import { diagnosticFromError } from "../shared/diagnostic";
import { compare } from "../shared/text";
import { prepareFiles, validateFiles } from "../shared/writeReport";
import { type ReportOptions, writeDriftReport } from "./command";
import { withOwners } from "./owners";

interface ReadPart {
  file: string;
  report: DriftReport;
}

/** A file of a merge: its report, or why it can't be read. */
export type Part = ReadPart | { file: string; failure: string };

/** What is missing in the merged report, or contradicts another part. */
interface Failure {
  what: string;
  message: string;
}

/**
 * Makes one report of several, as one check of all their stacks would have written it. A failed entry with
 * `missing` stands for what is missing or contradictory.
 */
export function mergeReports(parts: Part[], now = new Date()): DriftReport {
  const unreadable = parts.flatMap((part) =>
    "failure" in part ? [{ what: part.file, message: part.failure }] : [],
  );
  const readable = parts.flatMap((part) => ("report" in part ? [part] : []));
  const merged = mergeStacks(readable);
  const failures = [...unreadable, ...merged.failures];
  const stacks = [...merged.stacks, ...failedStacks(failures)].sort(
    (a, b) => compare(a.folder, b.folder) || compare(a.name, b.name),
  );

  const checks = readable.map(({ report }) => report);
  const times = checks.length > 0 ? spanOf(checks) : { startedAt: now, finishedAt: now };
  return driftReport(unmanagedOnce(withOwners(stacks)), times.startedAt, times.finishedAt);
}

/** Returns each stack once. A stack in two parts is a failure. */
function mergeStacks(parts: ReadPart[]): { stacks: StackReport[]; failures: Failure[] } {
  const failures: Failure[] = [];
  const found = new Map<string, { file: string; stack: StackReport }>();
  for (const { file, report } of parts) {
    for (const stack of timedStacks(report)) {
      const key = JSON.stringify([stack.folder, stack.name]);
      const other = found.get(key);
      if (other) {
        const message = `the stack ${stackLabel(stack)} is also in ${other.file}. Check it in only one part`;
        failures.push({ what: file, message });
      } else found.set(key, { file, stack });
    }
  }
  return { stacks: [...found.values()].map(({ stack }) => stack), failures };
}

function failedStacks(failures: Failure[]): StackReport[] {
  return [...new Set(failures.map(({ what }) => what))].map((what) =>
    stackReport({
      name: what,
      folder: ".",
      missing: true,
      problems: failures.filter((one) => one.what === what).map(({ message }) => ({ message })),
      checked: 0,
      resources: [],
    }),
  );
}

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
