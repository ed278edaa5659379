import { generator } from "../../shared/writeReport";
import type { FailureGroup } from "../failureGroups";
import type { Filters } from "../filters";

/** The result of a check of deliveries; delivery-report.schema.json describes each property. */
export interface DeliveryReport {
  version: 1;
  generator: string;
  startedAt: string;
  finishedAt: string;
  result: CheckResult;
  criteria: Criteria;
  summary: CheckSummary;
  streams: StreamReport[];
}

export type CheckResult = "clean" | "failing" | "failed";

type CheckSummary = Record<CheckResult | "failedDeliveries", number>;

export interface Criteria {
  maxFailed: number;
  since?: string;
  until?: string;
  eventTypes?: string[];
}

/** Which failed deliveries of a stream count. All count if it's disabled, because each keeps it disabled. */
export const filtersFor = (
  { status }: Pick<StreamReport, "status">,
  { since, until, eventTypes: type }: Criteria,
): Filters => (status === "disabled" ? {} : { since, until, type });

export interface StreamReport extends StreamPlace {
  status: "enabled" | "disabled" | "unknown";
  result: CheckResult;
  error?: string;
  failing: boolean;
  failed: number;
  first?: string;
  last?: string;
  groups: FailureGroup[];
}

export interface StreamPlace {
  name: string;
  id?: string;
  tenant?: string;
  stack?: string;
  folder?: string;
  /** Present if the stack's state has the input `status: "disabled"`, so that an update doesn't enable it. */
  disabledInState?: boolean;
  /** Present if this isn't a stream: streams or stacks couldn't be listed, or there are none. */
  missing?: "unlisted" | "none";
}

export type StreamFindings = Pick<StreamReport, "status" | "failed" | "groups"> &
  Partial<Pick<StreamReport, "error" | "first" | "last">>;

export function streamReport(
  place: StreamPlace,
  findings: StreamFindings,
  { maxFailed }: Pick<Criteria, "maxFailed">,
): StreamReport {
  const { status, error, failed } = findings;
  const failing = failed > (status === "disabled" ? 0 : maxFailed);
  const checkedResult = failing ? "failing" : "clean";
  const result = error === undefined ? checkedResult : "failed";
  return { ...place, result, failing, ...findings };
}

export const uncheckedReport = (place: StreamPlace, error: string): StreamReport =>
  streamReport(place, { status: "unknown", failed: 0, groups: [], error }, { maxFailed: 0 });

/** The report of all streams, with the worst of their results. A check of nothing has failed. */
export function deliveryReport(
  streams: StreamReport[],
  criteria: Criteria,
  startedAt: Date,
  finishedAt: Date,
): DeliveryReport {
  const count = (result: CheckResult) =>
    streams.filter((stream) => stream.result === result).length;
  const failedDeliveries = streams.reduce((sum, { failed }) => sum + failed, 0);
  const summary: CheckSummary = {
    clean: count("clean"),
    failing: count("failing"),
    failed: count("failed"),
    failedDeliveries,
  };
  return {
    version: 1,
    generator,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    result: streams.length > 0 ? worstResult(summary) : "failed",
    criteria,
    summary,
    streams,
  };
}

function worstResult({ failed, failing }: CheckSummary): CheckResult {
  if (failed > 0) return "failed";
  return failing > 0 ? "failing" : "clean";
}

export const streamLabel = ({ name, stack, folder }: StreamReport): string => {
  if (stack === undefined) return name;
  return `${name} in ${folder === "." || folder === undefined ? stack : `${folder}:${stack}`}`;
};

/** Whether a stream that is not failing gets no events. */
export const isIdle = ({ result, status }: StreamReport): boolean =>
  result === "clean" && status === "disabled";
