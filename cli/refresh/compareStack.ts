import type { EngineEvent } from "@pulumi/pulumi/automation";
import { hasCode } from "../../provider/lifecycle/notice";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { ownProperty } from "../../provider/shared/json";
import { hasDrifted, type ResourceReport, type StackReport } from "../reports/drift/report";
import { type Diagnostic, diagnosticFromError } from "../shared/diagnostic";
import { runWithEvents } from "../shared/engineEvents";
import { explainFailure, readState, type Target } from "../shared/pulumi";
import { withoutJobSecrets } from "../shared/secretRemover";
import { objectArguments } from "../shared/shellCommands";
import { managedObjects, stackObjects } from "../shared/stackObjects";
import { resourceOf } from "../shared/state";
import { type StopSignals, unlessAborted } from "../shared/stop";
import { asUnverifiable, byUrn, changedByUpdate, type StateByUrn } from "./concurrentUpdate";
import { withoutIgnored } from "./ignoredChanges";
import { type RefreshResult, readRefreshEvents } from "./refreshEvents";

export interface CheckContext {
  /** Called for each object that the engine has read. */
  progress: () => void;
  stop: StopSignals;
  /** Called with what the user should know although it isn't drift. */
  note: (message: string) => void;
  /** Whether to read the state even if nothing differs, for the objects that the stack manages. */
  readsState?: boolean;
  /** Variables in addition to those of this process. */
  env?: NodeJS.ProcessEnv;
}

type Comparison = Pick<StackReport, "checked" | "problems" | "resources" | "ignored" | "managed">;

/**
 * If an update runs during the check, objects differ that haven't drifted. So the check reads the state after
 * the preview. If the state shows a running update, the check previews the stack once more, and reports what
 * an update is still changing as unverifiable.
 */
export async function compareStack(target: Target, context: CheckContext): Promise<Comparison> {
  const first = await previewRefresh(target, context);
  const firstState = await stateAfter(target, first, context);
  if (firstState === undefined) return comparisonOf(first, target);

  const updated = changedByUpdate(first.steps, ({ metadata }) => metadata.old, firstState);
  if (updated.size === 0) return comparisonOf(first, target, firstState);

  const second = await previewRefresh(target, context);
  const secondState = await stateAfter(target, second, context);
  if (secondState === undefined) return comparisonOf(second, target);

  // Both states come from the backend, because the engine's events can show a state in another form.
  const firstStateOf = ({ metadata }: { metadata: { urn: string } }) =>
    firstState.resources.get(metadata.urn);
  const stillUpdated = changedByUpdate(second.steps, firstStateOf, secondState);
  return comparisonOf(asUnverifiable(second, stillUpdated), target, secondState);
}

/**
 * The state, if anything differs or if the caller needs it. If it can't be read, the check reports the drift
 * anyway, and adds the reason to the problems of the result.
 */
async function stateAfter(
  target: Target,
  { checked, steps, same, problems }: RefreshResult,
  { stop, readsState = false }: CheckContext,
): Promise<StateByUrn | undefined> {
  const differs = steps.some(({ report }) => hasDrifted(report)) || same.length > 0;
  const hasObjects = checked > 0 || steps.length > 0;
  const isWanted = readsState && hasObjects && !stop.requested.aborted;
  if (!differs && !isWanted) return undefined;
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
  const inState = { resources: [...(state?.resources.values() ?? [])], pending: [] };
  const managed = managedObjects(stackObjects(target.name, inState));
  const found = {
    resources,
    ...(ignored.length > 0 && { ignored }),
    ...(managed.length > 0 && { managed }),
  };
  return { checked, problems, ...withoutJobSecrets(found, process.env) };
}

/** The definition's note on a value that an object has only in the tenant. */
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

/** Previews a refresh. A failure of the preview is one of the problems in the result. */
export async function previewRefresh(
  target: Target,
  context: CheckContext,
): Promise<RefreshResult> {
  const { requested } = context.stop;
  const events: EngineEvent[] = [];
  const failure = await runRefresh(target, context, events).then(
    () => undefined,
    (error: Error) => error,
  );
  const result = readRefreshEvents(events);
  if (failure !== undefined && requested.aborted) result.problems.push(interrupted(requested));
  // If no object failed, only the command's own message has the reason.
  else if (failure !== undefined && result.problems.length === 0) {
    result.problems.push(diagnosticFromError(await explainFailure(failure, requested)));
  }
  return result;
}

/** Throws with what the CLI printed, if it fails. */
async function runRefresh(
  { name, folder }: Target,
  { progress, stop, note, env }: CheckContext,
  events: EngineEvent[],
): Promise<void> {
  const onEvent = (event: EngineEvent) => {
    // An engine that is being stopped reports its abandoned reads as failures.
    if (stop.requested.aborted && event.diagnosticEvent) return;
    events.push(event);
    const { message = "", severity } = event.diagnosticEvent ?? {};
    // The provider reports what it waits for as "info". The drift report shows what can't be verified.
    const isNotice = severity === "info" && !hasCode(message, "not-verifiable");
    if (isNotice || hasCode(message, "unknown-field")) note(message.trim());
    if (event.resOutputsEvent) progress();
  };
  const lines: string[] = [];
  const onLine = (line: string) => {
    lines.push(line);
  };
  const args = ["refresh", "--preview-only", "--stack", name];
  const code = await runWithEvents(args, folder, { ...(env && { env }), onEvent, onLine, stop });
  if (code === 0 && events.some(({ summaryEvent }) => summaryEvent)) return;
  throw new Error(
    lines.join("\n") || `\`pulumi refresh\` ended with exit code ${code} and no result`,
  );
}

const interrupted = ({ reason }: AbortSignal): Diagnostic => ({
  message: `only partly checked: ${reason.message}`,
});
