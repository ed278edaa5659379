import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { packageName } from "../../provider/shared/command";
import { type CheckContext, compareStack } from "../refresh/compareStack";
import { type StackReport, stackReport } from "../reports/drift/report";
import { type Diagnostic, diagnosticFromError } from "../shared/diagnostic";
import { installedVersion } from "../shared/project";
import { listStacks, stackNames, type Target } from "../shared/pulumi";
import { unlessAborted } from "../shared/stop";

/** Compares a stack with its tenants by previewing a refresh, which writes nothing. Never throws. */
export async function checkStack(target: Target, context: CheckContext): Promise<StackReport> {
  const { requested } = context.stop;
  if (requested.aborted) return notChecked(target, requested.reason);
  try {
    const { problems, ...compared } = await compareStack(target, context);
    const explained = await namingStacks(problems, target, requested);
    explained.push(...(await missingDependencies(problems, target)));
    return stackReport({ ...target, ...compared, problems: explained });
  } catch (error) {
    return failedReport(target, diagnosticFromError(error));
  }
}

/** Adds the project's stacks to Pulumi's message that there is no such stack. */
async function namingStacks(
  problems: Diagnostic[],
  { folder }: Target,
  requested: AbortSignal,
): Promise<Diagnostic[]> {
  if (!problems.some(({ message }) => message.startsWith("no stack named "))) return problems;
  try {
    const stacks = await unlessAborted(requested, listStacks(folder));
    const existing = stackNames(stacks.map(({ name }) => name));
    return problems.map((one) => ({ ...one, message: `${one.message}. ${existing}` }));
  } catch {
    return problems;
  }
}

/** The engine's messages if the dynamic provider ends right away, and if the plugin's folder is missing. */
const isWithoutProvider = /could not read plugin .*: EOF|no folder at path/;

/** The advice that the engine's message lacks if the program's packages aren't installed. */
async function missingDependencies(
  problems: Diagnostic[],
  { folder }: Target,
): Promise<Diagnostic[]> {
  const isMissing =
    problems.some(({ message }) => isWithoutProvider.test(message)) &&
    existsSync(join(folder, "package.json")) &&
    (await installedVersion(packageName, folder)) === undefined;
  return isMissing
    ? [{ message: `Dependencies are missing. Run npm install in ${resolve(folder)}.` }]
    : [];
}

/** The report of a stack whose check a signal prevented. */
export const notChecked = (target: Target, { message }: Error): StackReport =>
  failedReport(target, { message: `not checked: ${message}` });

const failedReport = (target: Target, diagnostic: Diagnostic): StackReport =>
  stackReport({ ...target, problems: [diagnostic], checked: 0, resources: [] });
