import { isDeepStrictEqual } from "node:util";
import type { EngineEvent, PulumiCommand, Stack } from "@pulumi/pulumi/automation";
import { masked } from "./differences";
import { openStack, type Target } from "./engine";
import { type Found, found, type Step } from "./found";
import { withHint } from "./hint";
import { problemOf } from "./problem";
import {
  drifted,
  type Problem,
  type ResourceReport,
  type StackReport,
  stackReport,
} from "./report";

const underWay =
  "cannot be verified now: an update of the stack has begun to write it. The next check will tell; where no update runs, one was killed, and `pulumi refresh` settles it";

/** What drifted in a stack, by the engine's own preview of a refresh: nothing is written anywhere. */
export async function checkStack(
  pulumi: PulumiCommand,
  target: Target,
  progress: (checked: number) => void,
): Promise<StackReport> {
  try {
    const stack = await openStack(pulumi, target);
    return stackReport({ ...target, ...(await look(stack, progress)) });
  } catch (error) {
    return stackReport({ ...target, problems: [problemOf(error)], checked: 0, resources: [] });
  }
}

/**
 * What an update writes meanwhile differs, and has not drifted. So what drifted is held against the
 * state as it is then; where that has moved, all is looked at once more, between two such states.
 */
export async function look(
  stack: Stack,
  progress: (checked: number) => void,
  before?: States,
): Promise<Pick<StackReport, "checked" | "problems" | "resources">> {
  const { checked, steps, problems, providers } = await refreshed(stack, progress);
  const drift = steps.some(({ report }) => drifted(report));
  // Without the state, what was found is told all the same, as a check in part.
  const after = drift ? await statesOf(stack).catch(noted(problems)) : undefined;
  const moves = ({ metadata: { urn, old }, report }: Step) =>
    after !== undefined &&
    drifted(report) &&
    (after.pending.has(urn) || !same(before ? before.states.get(urn) : old, after.states.get(urn)));
  if (before === undefined && steps.some(moves)) return look(stack, progress, after);
  const resources: ResourceReport[] = [];
  for (const step of steps) {
    const { report } = step;
    if (!moves(step)) resources.push(await withHint(stack, step, providers));
    else resources.push({ ...report, result: "unverifiable", properties: [], note: underWay });
  }
  return { checked: checked - steps.filter(moves).length, problems, resources };
}

const noted = (problems: Problem[]) => (error: unknown) => {
  problems.push(problemOf(error));
  return undefined;
};

async function refreshed(stack: Stack, progress: (checked: number) => void): Promise<Found> {
  const events: EngineEvent[] = [];
  let failure: unknown;
  let checked = 0;
  const onEvent = (event: EngineEvent) => {
    events.push(event);
    if (event.resOutputsEvent) progress(++checked);
  };
  await stack.previewRefresh({ onEvent, color: "never" }).catch((error: unknown) => {
    failure = error;
  });
  const all = found(events);
  if (failure !== undefined && all.problems.length === 0) all.problems.push(problemOf(failure));
  return all;
}

interface State {
  /** Left by a replacement that has the same URN. */
  delete?: boolean;
  inputs?: object;
  outputs?: object;
}

interface States {
  states: Map<string, State>;
  /** Those that an update has begun to write. */
  pending: Set<string>;
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
    pending: new Set(
      pending_operations.map(({ resource }: { resource: { urn: string } }) => resource.urn),
    ),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of the engine
const plain = (bag: any) => masked({}, bag ?? {});

/** Secrets are struck out in the events and encrypted in the state. */
const same = (one: State | undefined, other: State | undefined) =>
  isDeepStrictEqual(plain(one?.inputs), plain(other?.inputs)) &&
  isDeepStrictEqual(plain(one?.outputs), plain(other?.outputs));
