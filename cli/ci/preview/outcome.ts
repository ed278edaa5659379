import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";
import type { PreviewReport } from "../previewReport/report";
import { plannedLosses } from "./losses";

/** What a preview found. */
export type PreviewOutcome = Pick<
  PreviewReport,
  "result" | "tenants" | "counts" | "losses" | "problems"
>;

/** A preview that failed. */
export const failed = (problems: PreviewReport["problems"]): PreviewOutcome => ({
  ...{ result: "failed", tenants: [], counts: {}, losses: [], problems },
});

/** A preview that has succeeded, by the events of the engine: what becomes of objects. */
export function outcomeOf(events: EngineEvent[]): Omit<PreviewOutcome, "tenants"> {
  const counts = countsOfObjects(events);
  const losses = plannedLosses(events);
  const isChange = (op: string) => op !== "same" && !op.startsWith("read");
  const hasChanges = losses.length > 0 || Object.keys(counts).some(isChange);
  return { result: hasChanges ? "changes" : "unchanged", counts, losses, problems: [] };
}

/** Whether an outcome is made of an event. The log has many more, with the state of every object several times. */
export const isReported = (event: EngineEvent) =>
  (event.resourcePreEvent && event.resourcePreEvent.metadata.op !== "same") ||
  event.diagnosticEvent?.severity === "error" ||
  event.summaryEvent !== undefined;

const isStack = ({ type }: StepEventMetadata) => type === "pulumi:pulumi:Stack";

/** The engine counts the stack itself as well, which is no object of a tenant. */
function countsOfObjects(events: EngineEvent[]): Record<string, number> {
  const summary = events.find(({ summaryEvent }) => summaryEvent)?.summaryEvent;
  if (summary === undefined) throw new Error("the preview ended without counting its changes");
  const stack = events.find(
    (event) => event.resourcePreEvent && isStack(event.resourcePreEvent.metadata),
  );
  // The steps that change nothing are not among the events.
  const stackOp = stack?.resourcePreEvent?.metadata.op ?? "same";
  const counts = Object.entries(summary.resourceChanges).map(([op, count]): [string, number] => [
    op,
    op === stackOp ? count - 1 : count,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
