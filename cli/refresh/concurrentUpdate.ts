import { isDeepStrictEqual } from "node:util";
import type { Props } from "../../provider/shared/json";
import { hasDrifted } from "../reports/drift/report";
import { maskSecrets } from "../shared/maskSecrets";
import type { PendingOperation, StackState, StateResource } from "../shared/state";
import type { RefreshResult, RefreshStep } from "./refreshEvents";

export interface StateByUrn {
  resources: Map<string, StateResource>;
  pending: Map<string, PendingOperation>;
}

/** The properties by which states are compared, and which the states in the engine's events also have. */
type Bags = { inputs?: object; outputs?: object };

export const byUrn = ({ resources, pending }: StackState): StateByUrn => ({
  resources: new Map(
    resources.filter(({ isReplaced }) => !isReplaced).map((resource) => [resource.urn, resource]),
  ),
  pending: new Map(pending.map((operation) => [operation.resource.urn, operation])),
});

/**
 * The steps whose difference comes from an update that runs during the check. The update is writing the object,
 * or has changed its state since `stateBefore`.
 */
export function changedByUpdate(
  steps: RefreshStep[],
  stateBefore: (step: RefreshStep) => Bags | undefined,
  after: StateByUrn,
): Set<RefreshStep> {
  const changed = steps.filter((step) => {
    if (!hasDrifted(step.report)) return false;
    const { urn } = step.metadata;
    return (
      isBeingWritten(step, after.pending.get(urn)) ||
      !sameState(stateBefore(step), after.resources.get(urn))
    );
  });
  return new Set(changed);
}

/**
 * Whether a pending operation writes exactly what differs. Every other difference is drift, because the
 * operation may be left from an update that was killed.
 */
function isBeingWritten(
  { metadata, report }: RefreshStep,
  operation: PendingOperation | undefined,
): boolean {
  if (report.result === "gone") return operation?.type === "deleting";
  if (operation?.type !== "updating") return false;

  const old = withoutSecrets(metadata.old?.inputs);
  const live = withoutSecrets(metadata.new?.inputs);
  const written = withoutSecrets(operation.resource.inputs);
  return Object.keys({ ...old, ...live }).every(
    (key) => isDeepStrictEqual(old[key], live[key]) || isDeepStrictEqual(written[key], live[key]),
  );
}

const sameState = (one: Bags | undefined, other: Bags | undefined) =>
  isDeepStrictEqual(withoutSecrets(one?.inputs), withoutSecrets(other?.inputs)) &&
  isDeepStrictEqual(withoutSecrets(one?.outputs), withoutSecrets(other?.outputs));

/** The events mask secrets and the state encrypts them, so they can't be compared. */
const withoutSecrets = (bag: object | undefined) => maskSecrets({}, (bag ?? {}) as Props) as Props;

const updateNote =
  "An update of the stack is writing this object. Check again after the update. If no update is running, one was interrupted, so run `pulumi refresh`.";

/** The result with these steps reported as unverifiable instead of drifted. */
export function asUnverifiable(result: RefreshResult, updated: Set<RefreshStep>): RefreshResult {
  const steps = result.steps.map((step): RefreshStep => {
    if (!updated.has(step)) return step;
    const { metadata, report } = step;
    return {
      metadata,
      report: { ...report, result: "unverifiable", properties: [], note: updateNote },
    };
  });
  return { ...result, steps, checked: result.checked - updated.size };
}
