import { isDeepStrictEqual } from "node:util";
import type { EngineEvent, PulumiCommand, Stack } from "@pulumi/pulumi/automation";
import { masked } from "./differences";
import { openStack, type Target } from "./engine";
import { type Found, found, type Step } from "./found";
import { withHint } from "./hint";
import { type Problem, type ResourceReport, type StackReport, stackReport } from "./report";

/** Once more where something moved: what is still being written then is not worth waiting for. */
const looks = 2;
const underWay =
  "cannot be verified now: an update of the stack writes it at this moment; the next check will tell";

/** What drifted in a stack, by the engine's own preview of a refresh: nothing is written anywhere. */
export async function checkStack(
  pulumi: PulumiCommand,
  target: Target,
  progress: (checked: number) => void,
): Promise<StackReport> {
  try {
    const stack = await openStack(pulumi, target);
    const { checked, problems, resources } = await look(stack, progress);
    return stackReport({ ...target, problems, checked, resources });
  } catch (error) {
    return stackReport({ ...target, problems: [problemOf(error)], checked: 0, resources: [] });
  }
}

/**
 * Objects that an update writes meanwhile differ, and have not drifted: what drifted is held against
 * the state as it is now, and looked at again where that has moved.
 */
async function look(stack: Stack, progress: (checked: number) => void, left = looks) {
  const here = await refreshed(stack, progress);
  const suspects = here.steps.filter(({ report }) => report.result !== "unverifiable");
  const moved = suspects.length > 0 ? await movedSince(stack, suspects) : [];
  if (moved.length > 0 && left > 1) return look(stack, progress, left - 1);
  const resources: ResourceReport[] = [];
  for (const step of here.steps) {
    const { report } = step;
    if (!moved.includes(step)) resources.push(await withHint(stack, step, here.providers));
    else resources.push({ ...report, result: "unverifiable", properties: [], note: underWay });
  }
  const checked = here.checked - moved.length;
  return { checked, problems: here.problems, resources };
}

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
  urn: string;
  inputs?: object;
  outputs?: object;
}

async function movedSince(stack: Stack, steps: Step[]): Promise<Step[]> {
  const { deployment } = await stack.exportStack();
  const states: State[] = deployment.resources ?? [];
  const pending: { resource: State }[] = deployment.pending_operations ?? [];
  return steps.filter(({ metadata: { urn, old } }) => {
    const state = states.find((one) => one.urn === urn);
    return !same(old, state) || pending.some(({ resource }) => resource.urn === urn);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of the engine
const plain = (bag: any) => masked({}, bag ?? {});

/** Secrets are struck out in the events and encrypted in the state. */
const same = (old?: Omit<State, "urn">, state?: State) =>
  isDeepStrictEqual(plain(old?.inputs), plain(state?.inputs)) &&
  isDeepStrictEqual(plain(old?.outputs), plain(state?.outputs));

/** The engine's own words where a command failed, and not all that it printed. */
function problemOf(error: unknown): Problem {
  const text = error instanceof Error ? error.message : String(error);
  const said = [...text.matchAll(/^\s*error: (.+)$/gm)].map(([, message]) => message);
  return { message: said.length > 0 ? [...new Set(said)].join("; ") : text.slice(0, 500) };
}
