import type { EngineEvent } from "@pulumi/pulumi/automation";
import type { PreviewReport } from "../previewReport/report";
import { plannedChanges } from "./plannedChanges";

/** What a preview found. */
export type Outcome = Pick<PreviewReport, "result" | "counts" | "objects" | "problems">;

/** A preview that failed. */
export const failed = (problems: PreviewReport["problems"]): Outcome => ({
  result: "failed",
  counts: {},
  objects: [],
  problems,
});

/** A preview that has succeeded, by the events of the engine. */
export function succeeded(events: EngineEvent[]): Outcome {
  const objects = plannedChanges(events);
  const counts = countsOfObjects(events);
  const isChange = (op: string) => op !== "same" && !op.startsWith("read");
  const hasChanges = objects.length > 0 || Object.keys(counts).some(isChange);
  return { result: hasChanges ? "changes" : "unchanged", counts, objects, problems: [] };
}

/** The engine counts the stack itself as well, which is no object of a tenant. */
function countsOfObjects(events: EngineEvent[]): Record<string, number> {
  const ofEngine = events.find(({ summaryEvent }) => summaryEvent)?.summaryEvent?.resourceChanges;
  const stack = events.find(
    ({ resourcePreEvent }) => resourcePreEvent?.metadata.type === "pulumi:pulumi:Stack",
  );
  // The steps that change nothing are not among the events.
  const stackOp = stack?.resourcePreEvent?.metadata.op ?? "same";
  const counts = Object.entries(ofEngine ?? {}).map(([op, count]): [string, number] => [
    op,
    op === stackOp ? count - 1 : count,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
