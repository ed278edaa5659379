import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { hasCode } from "../../provider/lifecycle/notice";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { packageName } from "../../provider/shared/command";
import { ownProperty } from "../../provider/shared/json";
import {
  hasDrifted,
  type ResourceReport,
  type StackReport,
  stackReport,
} from "../reports/drift/report";
import { type Diagnostic, diagnosticFromError } from "../shared/diagnostic";
import { runWithEvents } from "../shared/engineEvents";
import { installedVersion } from "../shared/project";
import { explainFailure, listStacks, readState, stackNames, type Target } from "../shared/pulumi";
import { withoutJobSecrets } from "../shared/secretRemover";
import { objectArguments } from "../shared/shellCommands";
import { resourceOf } from "../shared/state";
import { type StopSignals, unlessAborted } from "../shared/stop";
import { asUnverifiable, byUrn, changedByUpdate, type StateByUrn } from "./concurrentUpdate";
import { withoutIgnored } from "./ignoredChanges";
import { type RefreshResult, readRefreshEvents } from "./refreshEvents";

interface CheckContext {
  /** Called for each object that the engine has read. */
  progress: () => void;
  stop: StopSignals;
  /** Called with what the user should know, although it is no drift. */
  note: (message: string) => void;
}

type Comparison = Pick<StackReport, "checked" | "problems" | "resources" | "ignored">;

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

/** If Pulumi has no such stack, its message with the stacks that the project has. */
async function namingStacks(
  problems: Diagnostic[],
  { folder }: Target,
  requested: AbortSignal,
): Promise<Diagnostic[]> {
  if (!problems.some(({ message }) => message.startsWith("no stack named "))) return problems;
  try {
    const stacks = await unlessAborted(requested, listStacks(folder));
    const existing = stackNames(stacks.map(({ name }) => name));
    return problems.map((one) => ({ ...one, message: `${one.message}: ${existing}` }));
  } catch {
    return problems;
  }
}

/** The engine's messages where the dynamic provider ends at once, and where the plugin's folder is missing. */
const isWithoutProvider = /could not read plugin .*: EOF|no folder at path/;

/** What the engine does not say of a program whose packages are not installed. */
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

/** The report of a stack whose check had not started when a signal came. */
export const notChecked = (target: Target, { message }: Error): StackReport =>
  failedReport(target, { message: `not checked: ${message}` });

const failedReport = (target: Target, diagnostic: Diagnostic): StackReport =>
  stackReport({ ...target, problems: [diagnostic], checked: 0, resources: [] });

/**
 * An update that runs during the check makes objects differ that have not drifted. So the state is
 * read after the preview; if it shows an update at work, the stack is previewed once more, and what
 * an update still changes then is reported as unverifiable.
 */
export async function compareStack(target: Target, context: CheckContext): Promise<Comparison> {
  const first = await previewRefresh(target, context);
  const firstState = await stateAfterDrift(target, first, context);
  if (firstState === undefined) return comparisonOf(first, target);

  const updated = changedByUpdate(first.steps, ({ metadata }) => metadata.old, firstState);
  if (updated.size === 0) return comparisonOf(first, target, firstState);

  const second = await previewRefresh(target, context);
  const secondState = await stateAfterDrift(target, second, context);
  if (secondState === undefined) return comparisonOf(second, target);

  // Both from the backend: the events of the engine can show the same state in another form.
  const firstStateOf = ({ metadata }: { metadata: { urn: string } }) =>
    firstState.resources.get(metadata.urn);
  const stillUpdated = changedByUpdate(second.steps, firstStateOf, secondState);
  return comparisonOf(asUnverifiable(second, stillUpdated), target, secondState);
}

/**
 * The state, if anything differs. Where it cannot be read, the drift is reported all the same, with
 * the reason among the problems of the result.
 */
async function stateAfterDrift(
  target: Target,
  { steps, same, problems }: RefreshResult,
  { stop }: CheckContext,
): Promise<StateByUrn | undefined> {
  if (!steps.some(({ report }) => hasDrifted(report)) && same.length === 0) return undefined;
  try {
    const reading = readState(target, { signal: stop.requested });
    return byUrn(await unlessAborted(stop.requested, reading));
  } catch (error) {
    problems.push(
      stop.requested.aborted ? interrupted(stop.requested) : diagnosticFromError(error),
    );
    return undefined;
  }
}

function comparisonOf(result: RefreshResult, target: Target, state?: StateByUrn): Comparison {
  const { checked, problems } = result;
  const { steps, ignored } = state ? withoutIgnored(result, state) : { ...result, ignored: [] };
  const resources = steps.map(({ metadata, report }) => {
    const note = driftNote(resourceOf(metadata.type)?.definition, report, target);
    return note === undefined ? report : { ...report, note };
  });
  const found = { resources, ...(ignored.length > 0 && { ignored }) };
  return { checked, problems, ...withoutJobSecrets(found, process.env) };
}

/** What the definition says of a value that an object of the stack has in the tenant alone. */
export function driftNote(
  definition: ResourceDefinition | undefined,
  { name, id, properties }: Pick<ResourceReport, "name" | "id" | "properties">,
  stack: Target,
): string | undefined {
  const notes = definition?.driftNotes ?? {};
  const [note] = properties.flatMap(
    ({ path, live }) => ownProperty(ownProperty(notes, path) ?? {}, String(live)) ?? [],
  );
  return note?.replace("<object>", () => objectArguments({ name, id, stack }));
}

/** What a preview of a refresh found; its failure is one of the problems. */
async function previewRefresh(target: Target, context: CheckContext): Promise<RefreshResult> {
  const { requested } = context.stop;
  const events: EngineEvent[] = [];
  const failure = await runRefresh(target, context, events).then(
    () => undefined,
    (error: Error) => error,
  );
  const result = readRefreshEvents(events);
  if (failure !== undefined && requested.aborted) result.problems.push(interrupted(requested));
  // Without a failed object, the command's own message is all there is.
  else if (failure !== undefined && result.problems.length === 0) {
    result.problems.push(diagnosticFromError(await explainFailure(failure, requested)));
  }
  return result;
}

/** Throws with what the CLI printed, if it fails. */
async function runRefresh(
  { name, folder }: Target,
  { progress, stop, note }: CheckContext,
  events: EngineEvent[],
): Promise<void> {
  const onEvent = (event: EngineEvent) => {
    // An engine that is being stopped reports the reads that it gives up as failures.
    if (stop.requested.aborted && event.diagnosticEvent) return;
    events.push(event);
    const { message = "", severity } = event.diagnosticEvent ?? {};
    // The provider reports what it waits for as "info". The drift report says what is not verifiable.
    const isNotice = severity === "info" && !hasCode(message, "not-verifiable");
    if (isNotice || hasCode(message, "unknown-field")) note(message.trim());
    if (event.resOutputsEvent) progress();
  };
  const lines: string[] = [];
  const onLine = (line: string) => {
    lines.push(line);
  };
  const args = ["refresh", "--preview-only", "--stack", name];
  const code = await runWithEvents(args, folder, { onEvent, onLine, stop });
  if (code === 0 && events.some(({ summaryEvent }) => summaryEvent)) return;
  throw new Error(
    lines.join("\n") || `\`pulumi refresh\` ended without a result, with code ${code}`,
  );
}

const interrupted = ({ reason }: AbortSignal): Diagnostic => ({
  message: `not checked to the end: ${reason.message}`,
});
