import { isIgnored, keysOf } from "../../provider/schema/path";
import type { PropertyReport, ResourceReport } from "../reports/drift/report";
import type { StateByUrn } from "./concurrentUpdate";
import type { RefreshResult, RefreshStep } from "./refreshEvents";

/**
 * Separates what `ignoreChanges` leaves to Auth0 from the drift. In a refresh, the engine applies the option
 * as the state has it, and its events don't contain it.
 */
export function withoutIgnored({ steps, same }: RefreshResult, state: StateByUrn) {
  const drifted = steps.map((step): RefreshStep => {
    const left = leftToAuth0(step, state);
    const properties = step.report.properties.filter((property) => !left.includes(property));
    return { ...step, report: { ...step.report, properties } };
  });
  const ignored = [...steps, ...same].flatMap((step): ResourceReport[] => {
    const properties = leftToAuth0(step, state);
    return properties.length > 0 ? [{ ...step.report, properties }] : [];
  });
  return { steps: drifted, ignored };
}

function leftToAuth0({ metadata, report }: RefreshStep, state: StateByUrn): PropertyReport[] {
  const entries = state.resources.get(metadata.urn)?.ignoreChanges ?? [];
  const left = report.properties.filter(({ path }) => isIgnored(entries, keysOf(path)));
  // The engine doesn't ignore what was added or removed. Then an object drifted, although all of it is ignored.
  const isDrift = metadata.op !== "same" && left.length === report.properties.length;
  return isDrift ? [] : left;
}
