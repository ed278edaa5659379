import type { ManagementApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { isObject, type Json, type Props } from "../shared/json";
import { dateQuery } from "./deliveryDates";
import { noStream, unreadable } from "./deliveryPage";
import { argumentsOf } from "./functionArguments";

export const statisticsFunction = "deliveryStatistics";

export const statisticsOperation: Operation = {
  route: "GET /event-streams/{id}/stats",
  scopes: ["read:event_deliveries"],
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
  const { date_from: dateFrom, date_to: dateTo, bucket_interval: interval } = window;
  const delivered = metricOf(all, metrics.delivered, buckets.length);
  const failed = metricOf(all, metrics.failed, buckets.length);
  const bucketSeconds = isObject(interval) ? count(interval.scale_factor) : undefined;
  const times = [dateFrom, dateTo, ...buckets];
  if (!times.every(isText) || !delivered || !failed || bucketSeconds === undefined) {
    return undefined;
  }
  return {
    dateFrom: String(dateFrom),
    dateTo: String(dateTo),
    bucketSeconds,
    delivered: delivered.total,
    failed: failed.total,
    buckets: buckets.map((start, index) => ({
      start,
      delivered: delivered.counts[index] ?? 0,
      failed: failed.counts[index] ?? 0,
    })),
  };
}

/** The counts of a metric; undefined if it is missing, or if one of them is no number. */
function metricOf(
  all: Json[],
  name: string,
  length: number,
): { total: number; counts: number[] } | undefined {
  const metric = all.filter(isObject).find((one) => one.name === name);
  const { window_total: sum, data } = metric ?? {};
  const total = count(sum);
  if (total === undefined || !Array.isArray(data) || data.length !== length) return undefined;
  // The service's types allow null for a bucket without a value.
  const counts = data.flatMap((value) => (value === null ? 0 : (count(value) ?? [])));
  return counts.length === length ? { total, counts } : undefined;
}

const isText = (value: Json | undefined) => typeof value === "string";

const count = (value: Json | undefined) => (Number.isFinite(value) ? Number(value) : undefined);
