import { readFileSync } from "node:fs";
import { isObject } from "../../provider/shared/json";
import { type DriftReport, driftReport, stackReport } from "../reports/drift/report";
import { parseJson } from "../shared/files";

/** A report without the drift of objects that a plan leaves unchanged. `file` is from `ci preview --plan`. */
export function withPlannedOnly(report: DriftReport, file: string): DriftReport {
  const plan = parseJson(readFileSync(file, "utf8"), `${file} isn't a plan`);
  const { resourcePlans } = isObject(plan) ? plan : {};
  const isPlanned = (urn: string): boolean => {
    const planned = isObject(resourcePlans) ? resourcePlans[urn] : undefined;
    const steps = isObject(planned) && Array.isArray(planned.steps) ? planned.steps : [];
    return steps.some((step) => step !== "same");
  };
  const stacks = report.stacks.map(({ result: _, unmanaged, ...stack }) =>
    stackReport({ ...stack, resources: stack.resources.filter(({ urn }) => isPlanned(urn)) }),
  );
  return driftReport(stacks, new Date(report.startedAt), new Date(report.finishedAt));
}
