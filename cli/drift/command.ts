import { readFileSync } from "node:fs";
import { isObject } from "../../provider/shared/json";
import { type CheckContext, compareStack } from "../refresh/compareStack";
import {
  type DriftReport,
  type DriftResult,
  driftReport,
  type StackReport,
  stackLabel,
  stackReport,
} from "../reports/drift/report";
import { findings } from "../reports/drift/verdict";
import { driftView } from "../reports/drift/view";
import { page } from "../reports/html/page";
import { markdown } from "../reports/markdown";
import { terminal } from "../reports/terminal";
import { symbols } from "../reports/view";
import { type Diagnostic, diagnosticFromError } from "../shared/diagnostic";
import { parseJson } from "../shared/files";
import { CheckProgress } from "../shared/log";
import { inParallel } from "../shared/parallel";
import { explainFailure, listTargets, parseTarget, type Target } from "../shared/pulumi";
import { announceStop, type StopSignals, unlessAborted } from "../shared/stop";
import { countOf } from "../shared/text";
import { prepareFiles, type ReportFiles, validateFiles, writeReport } from "../shared/writeReport";
import { withOwners } from "./owners";

/** The sets of `--exit-codes`. An error without a report, such as wrong arguments, gives 1 with each of them. */
export const exitCodes = {
  default: { clean: 0, drift: 2, failed: 1 },
  report: { clean: 0, drift: 0, failed: 1 },
} satisfies Record<string, Record<DriftResult, number>>;

export interface ReportOptions extends ReportFiles {
  exitCodes: keyof typeof exitCodes;
}

export interface DriftOptions extends ReportOptions {
  cwd: string;
  all?: boolean;
  unmanaged?: boolean;
  plan?: string;
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
  const reports = await checkAll(stacks, options, stop);
  const report = driftReport(reports, startedAt, new Date());
  const code = await writeDriftReport(report, options);
  if (options.plan === undefined || report.result !== "drift") return code;
  const { result } = withPlannedOnly(report, options.plan);
  if (result === "clean") console.error("The plan doesn't change any of the drifted objects.");
  return exitCodes[options.exitCodes][result];
}

/** A report with only the drift of objects that a plan changes. `file` is from `ci preview --plan`. */
export function withPlannedOnly(report: DriftReport, file: string): DriftReport {
  const plan = parseJson(readFileSync(file, "utf8"), `${file} isn't a plan`);
  const { resourcePlans } = isObject(plan) ? plan : {};
  const isPlanned = (urn: string): boolean => {
    const planned = isObject(resourcePlans) ? resourcePlans[urn] : undefined;
    const steps = isObject(planned) && Array.isArray(planned.steps) ? planned.steps : [];
    return steps.some((step) => step !== "same");
  };
  const stacks = report.stacks.map(({ result: _, unmanaged, shared, ...stack }) =>
    stackReport({ ...stack, resources: stack.resources.filter(({ urn }) => isPlanned(urn)) }),
  );
  return driftReport(stacks, new Date(report.startedAt), new Date(report.finishedAt));
}

function validate(stacks: string[], options: DriftOptions): void {
  if (options.all && stacks.length > 0) throw new Error("Pass names of stacks or --all, not both.");
  validateFiles(options);
}

async function checkAll(
  stacks: string[],
  options: DriftOptions,
  stop: StopSignals,
): Promise<StackReport[]> {
  const targets = await targetsOf(stacks, options, stop.requested);
  if (targets === undefined) return [unlisted(options, stop)];

  const { parallel } = options;
  const progress = new CheckProgress(targets.length, "stack", (count) => countOf(count, "object"));
  const context = {
    progress: () => progress.count(1),
    note: (message: string) => progress.note(message),
    stop,
    // One stack's objects have other owners only in other stacks, or in the other reports of a merge.
    readsState: targets.length > 1 || options.unmanaged === true || options.json !== undefined,
  };
  const reports = await inParallel(targets, parallel, async (target) => {
    const report = await checkStack(target, context);
    // The report has the other findings.
    const [finding] = findings(report);
    progress.done(`${symbols[finding?.status ?? "clean"]} ${stackLabel(report)}`);
    return report;
  });
  if (!options.unmanaged) return withOwners(reports);
  const folders = [...new Set(targets.map(({ folder }) => folder))];
  // Only this file loads the code that sends requests to a tenant.
  const { addUnmanaged } = require("./findUnmanaged") as typeof import("./findUnmanaged");
  const search = { folders, parallel, requested: stop.requested, note: context.note };
  return addUnmanaged(reports, search);
}

/** Compares a stack with its tenants by previewing a refresh, which writes nothing. Never throws. */
async function checkStack(target: Target, context: CheckContext): Promise<StackReport> {
  const { requested } = context.stop;
  if (requested.aborted) return notChecked(target, requested.reason);
  try {
    return stackReport({ ...target, ...(await compareStack(target, context)) });
  } catch (error) {
    return failedReport(target, diagnosticFromError(error));
  }
}

/** The report of a stack whose check a signal prevented. */
const notChecked = (target: Target, { message }: Error): StackReport =>
  failedReport(target, { message: `not checked: ${message}` });

const failedReport = (target: Target, diagnostic: Diagnostic): StackReport =>
  stackReport({ ...target, problems: [diagnostic], checked: 0, resources: [] });

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

function unlisted({ cwd, all }: DriftOptions, { requested }: StopSignals): StackReport {
  const target = { folder: cwd, name: all ? "all stacks" : "selected stack" };
  return { ...notChecked(target, requested.reason), missing: true };
}

export async function writeDriftReport(
  report: DriftReport,
  options: ReportOptions,
): Promise<number> {
  const view = driftView(report);
  const forms = {
    terminal: () => terminal(view),
    html: () => page(view),
    markdown: () => markdown(view),
  };
  await writeReport(report, forms, options);
  return exitCodes[options.exitCodes][report.result];
}
