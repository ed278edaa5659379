import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { isObject, type Json, type Props } from "../shared/json";
import { dateQuery } from "./deliveryDates";
import { noStream, unreadable } from "./deliveryPage";
import { argumentsOf } from "./functionArguments";

export const statisticsFunction = "deliveryStatistics";

export const statisticsOperation: Operation = {
  route: "GET /event-streams/{id}/stats",
  scope: "read:event_deliveries",
};

const argumentsFrom = argumentsOf(statisticsFunction);

/** The names of the metrics in recorded responses. */
const metrics = {
  delivered: "auth0.event_streams.successful_deliveries",
  failed: "auth0.event_streams.failed_deliveries",
};

/** How many deliveries of a stream succeeded and failed, by time. */
export async function deliveryStatistics(api: ManagementApi, args: Props): Promise<Props> {
  const { eventStreamId, ...dates } = argumentsFrom(args);
  const id = String(eventStreamId);
  const query = dateQuery(dates);
  const response = await api.send(statisticsOperation, { id, query, advice: { 404: noStream } });
  const statistics = isObject(response) ? decodeStatistics(response) : undefined;
  if (statistics === undefined) {
    throw unreadable(api, id, "it holds no statistics", statisticsOperation);
  }
  return statistics;
}

/** The service's window, buckets and metrics as one list of buckets; undefined if a part is missing. */
function decodeStatistics({ window, buckets, metrics: all }: Props): Props | undefined {
  if (!isObject(window) || !Array.isArray(buckets) || !Array.isArray(all)) return undefined;
  const { date_from: dateFrom = "", date_to: dateTo = "", bucket_interval: interval } = window;
  const delivered = metricOf(all, metrics.delivered);
  const failed = metricOf(all, metrics.failed);
  if (!isObject(interval) || delivered === undefined || failed === undefined) return undefined;
  return {
    dateFrom,
    dateTo,
    bucketSeconds: Number(interval.scale_factor),
    delivered: delivered.total,
    failed: failed.total,
    buckets: buckets.map((start, index) => ({
      start,
      // The service's types allow null for a bucket without a value.
      delivered: Number(delivered.data[index] ?? 0),
      failed: Number(failed.data[index] ?? 0),
    })),
  };
}

function metricOf(all: Json[], name: string): { total: number; data: Json[] } | undefined {
  const metric = all.filter(isObject).find((one) => one.name === name);
  if (metric === undefined || !Array.isArray(metric.data)) return undefined;
  return { total: Number(metric.window_total), data: metric.data };
}
