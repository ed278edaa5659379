import { isDeepStrictEqual } from "node:util";
import type { EngineEvent, PulumiCommand, Stack } from "@pulumi/pulumi/automation";
import type { Props } from "../../provider/shared/json";
import { diagnosticOf } from "../shared/diagnostic";
import { openStack, type Target } from "../shared/pulumi";
import { type Stop, unlessAborted } from "../shared/stop";
import type { DeliveryBudget } from "./deliveryBudget";
import { withHints } from "./disabledStream";
import { masked } from "./propertyDiff";
import { type RefreshResult, readRefreshEvents, type Step } from "./refreshEvents";
import { type Diagnostic, drifted, type StackReport, stackReport } from "./report";

const underWay =
  "cannot be verified now: an update of the stack has begun to write it. The next check will tell; where no update runs, one was killed, and `pulumi refresh` settles it";

/** Who watches a check, and may end it; and what all checks share. */
export interface Watch {
  progress: (checked: number) => void;
  stop: Stop;
  budget: DeliveryBudget;
}

/** What drifted in a stack, by the engine's own preview of a refresh: nothing is written anywhere. */
export async function checkStack(
  pulumi: PulumiCommand,
  target: Target,
  watch: Watch,
): Promise<StackReport> {
  const { asked } = watch.stop;
  try {
    asked.throwIfAborted();
    const stack = await unlessAborted(asked, openStack(pulumi, target));
    return stackReport({ ...target, ...(await compareStack(stack, watch)) });
  } catch (error) {
    if (asked.aborted) return notChecked(target, asked.reason);
    return failed(target, diagnosticOf(error));
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
  watch: Watch,
  before?: States,
): Promise<Pick<StackReport, "checked" | "problems" | "resources">> {
  const { asked } = watch.stop;
  const { checked, steps, problems, providers } = await refreshed(stack, watch);
  const drift = steps.some(({ report }) => drifted(report));
  // Without the state, what was found is told all the same, as a check in part.
  const after = drift
    ? await unlessAborted(asked, statesOf(stack)).catch((error: unknown) => {
        problems.push(asked.aborted ? unfinished(asked) : diagnosticOf(error));
      })
    : undefined;
  const moves = (step: Step) => {
    if (after === undefined || !drifted(step.report)) return false;
    const { urn, old } = step.metadata;
    const state = before ? before.states.get(urn) : old;
    return isWritten(step, after.pending.get(urn)) || !same(state, after.states.get(urn));
  };
  if (after !== undefined && before === undefined && steps.some(moves)) {
    return compareStack(stack, watch, after);
  }
  const settled = steps.map((step): Step => {
    if (!moves(step)) return step;
    const { report } = step;
    return {
      ...step,
      report: { ...report, result: "unverifiable", properties: [], note: underWay },
    };
  });
  const resources = await withHints(stack, settled, providers, watch);
  return { checked: checked - steps.filter(moves).length, problems, resources };
}

const unfinished = ({ reason }: AbortSignal): Diagnostic => ({
  message: `not checked to the end: ${reason.message}`,
});

async function refreshed(stack: Stack, { progress, stop }: Watch): Promise<RefreshResult> {
  const events: EngineEvent[] = [];
  const { asked, overdue } = stop;
  let failure: unknown;
  let checked = 0;
  const onEvent = (event: EngineEvent) => {
    // An engine that is being ended reports its own end as failures of what it was reading.
    if (asked.aborted && event.diagnosticEvent) return;
    events.push(event);
    if (event.resOutputsEvent) progress(++checked);
  };
  const preview = stack.previewRefresh({ onEvent, color: "never", signal: asked });
  await unlessAborted(overdue, preview).catch((error: unknown) => {
    failure = error;
  });
  const all = readRefreshEvents(events);
  if (failure !== undefined && asked.aborted) all.problems.push(unfinished(asked));
  else if (failure !== undefined && all.problems.length === 0) {
    all.problems.push(diagnosticOf(failure));
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
function isWritten({ metadata, report }: Step, operation: Operation | undefined): boolean {
  if (report.result === "gone") return operation?.type === "deleting";
  if (operation?.type !== "updating") return false;
  const [old, live] = [plain(metadata.old?.inputs), plain(metadata.new?.inputs)];
  const written = plain(operation.resource.inputs);
  return Object.keys({ ...old, ...live }).every(
    (key) => isDeepStrictEqual(old[key], live[key]) || isDeepStrictEqual(written[key], live[key]),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of the engine
const plain = (bag: any) => masked({}, bag ?? {}) as Props;

/** Secrets are struck out in the events and encrypted in the state. */
const same = (one: State | undefined, other: State | undefined) =>
  isDeepStrictEqual(plain(one?.inputs), plain(other?.inputs)) &&
  isDeepStrictEqual(plain(one?.outputs), plain(other?.outputs));
