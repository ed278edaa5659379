import { isDeepStrictEqual } from "node:util";
import type { EngineEvent, PulumiCommand, Stack } from "@pulumi/pulumi/automation";
import type { Props } from "../../provider/shared/json";
import { diagnosticFromError } from "../shared/diagnostic";
import { openStack, type Target } from "../shared/pulumi";
import { type StopSignals, unlessAborted } from "../shared/stop";
import type { DeliveryBudget } from "./deliveryBudget";
import { addDeliveryNotes } from "./disabledStream";
import { maskSecrets } from "./propertyDiff";
import { type RefreshResult, type RefreshStep, readRefreshEvents } from "./refreshEvents";
import { type Diagnostic, hasDrifted, type StackReport, stackReport } from "./report";

const underWay =
  "cannot be verified now: an update of the stack has begun to write it. The next check will tell; where no update runs, one was killed, and `pulumi refresh` settles it";

/** Who watches a check, and may end it; and what all checks share. */
export interface CheckContext {
  progress: (checked: number) => void;
  stop: StopSignals;
  budget: DeliveryBudget;
}

/** What drifted in a stack, by the engine's own preview of a refresh: nothing is written anywhere. */
export async function checkStack(
  pulumi: PulumiCommand,
  target: Target,
  watch: CheckContext,
): Promise<StackReport> {
  const { requested } = watch.stop;
  try {
    requested.throwIfAborted();
    const stack = await unlessAborted(requested, openStack(pulumi, target));
    return stackReport({ ...target, ...(await compareStack(stack, watch)) });
  } catch (error) {
    if (requested.aborted) return notChecked(target, requested.reason);
    return failed(target, diagnosticFromError(error));
  }
}

/** A stack that a signal left unchecked. */
export const notChecked = (target: Target, { message }: Error): StackReport =>
  failed(target, { message: `not checked: ${message}` });

const failed = (target: Target, problem: Diagnostic): StackReport =>
  stackReport({ ...target, problems: [problem], checked: 0, resources: [] });

/**
 * What an update writes meanwhile differs, and has not drifted. So what drifted is held against the
 * state as it is then; where that has moved, all is looked at once more, between two such states.
 */
export async function compareStack(
  stack: Stack,
  watch: CheckContext,
  before?: States,
): Promise<Pick<StackReport, "checked" | "problems" | "resources">> {
  const { requested } = watch.stop;
  const { checked, steps, problems, providers } = await refreshed(stack, watch);
  const drift = steps.some(({ report }) => hasDrifted(report));
  // Without the state, what was found is told all the same, as a check in part.
  const after = drift
    ? await unlessAborted(requested, statesOf(stack)).catch((error: unknown) => {
        problems.push(requested.aborted ? unfinished(requested) : diagnosticFromError(error));
      })
    : undefined;
  const moves = (step: RefreshStep) => {
    if (after === undefined || !hasDrifted(step.report)) return false;
    const { urn, old } = step.metadata;
    const state = before ? before.states.get(urn) : old;
    return isWritten(step, after.pending.get(urn)) || !same(state, after.states.get(urn));
  };
  if (after !== undefined && before === undefined && steps.some(moves)) {
    return compareStack(stack, watch, after);
  }
  const settled = steps.map((step): RefreshStep => {
    if (!moves(step)) return step;
    const { report } = step;
    return {
      ...step,
      report: { ...report, result: "unverifiable", properties: [], note: underWay },
    };
  });
  const resources = await addDeliveryNotes(stack, settled, providers, watch);
  return { checked: checked - steps.filter(moves).length, problems, resources };
}

const unfinished = ({ reason }: AbortSignal): Diagnostic => ({
  message: `not checked to the end: ${reason.message}`,
});

async function refreshed(stack: Stack, { progress, stop }: CheckContext): Promise<RefreshResult> {
  const events: EngineEvent[] = [];
  const { requested, engineTimeout } = stop;
  let failure: unknown;
  let checked = 0;
  const onEvent = (event: EngineEvent) => {
    // An engine that is being ended reports its own end as failures of what it was reading.
    if (requested.aborted && event.diagnosticEvent) return;
    events.push(event);
    if (event.resOutputsEvent) progress(++checked);
  };
  const preview = stack.previewRefresh({ onEvent, color: "never", signal: requested });
  await unlessAborted(engineTimeout, preview).catch((error: unknown) => {
    failure = error;
  });
  const all = readRefreshEvents(events);
  if (failure !== undefined && requested.aborted) all.problems.push(unfinished(requested));
  else if (failure !== undefined && all.problems.length === 0) {
    all.problems.push(diagnosticFromError(failure));
  }
  return all;
}

interface State {
  /** Left by a replacement that has the same URN. */
  delete?: boolean;
  inputs?: object;
  outputs?: object;
}

/** What an update has begun and not ended: its inputs are those that it writes. */
interface Operation {
  type: string;
  resource: State & { urn: string };
}

interface States {
  states: Map<string, State>;
  pending: Map<string, Operation>;
}

async function statesOf(stack: Stack): Promise<States> {
  const { deployment } = await stack.exportStack();
  const { resources = [], pending_operations = [] } = deployment;
  return {
    states: new Map(
      resources
        .filter((state: State) => !state.delete)
        .map((state: State & { urn: string }) => [state.urn, state]),
    ),
    pending: new Map(pending_operations.map((one: Operation) => [one.resource.urn, one])),
  };
}

/** Whether an update is writing just what differs: other drift is drift, also where one was killed. */
function isWritten({ metadata, report }: RefreshStep, operation: Operation | undefined): boolean {
  if (report.result === "gone") return operation?.type === "deleting";
  if (operation?.type !== "updating") return false;
  const [old, live] = [plain(metadata.old?.inputs), plain(metadata.new?.inputs)];
  const written = plain(operation.resource.inputs);
  return Object.keys({ ...old, ...live }).every(
    (key) => isDeepStrictEqual(old[key], live[key]) || isDeepStrictEqual(written[key], live[key]),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of the engine
const plain = (bag: any) => maskSecrets({}, bag ?? {}) as Props;

/** Secrets are struck out in the events and encrypted in the state. */
const same = (one: State | undefined, other: State | undefined) =>
  isDeepStrictEqual(plain(one?.inputs), plain(other?.inputs)) &&
  isDeepStrictEqual(plain(one?.outputs), plain(other?.outputs));
