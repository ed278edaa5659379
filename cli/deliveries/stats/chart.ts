import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { formatNumber, lengthOf } from "../../shared/text";
import { formatTime, formatUtc } from "../../shared/time";
import { alignColumns, shortText } from "../output";

const daySeconds = 86_400;

/** Signs that differ without colours. */
const bars = { delivered: "█", failed: "░" };
const maxBarLength = 60;
const minBarLength = 10;

interface Bucket {
  start: string;
  delivered: number;
  failed: number;
}

/** A row for each bucket of statistics, with a bar, and the totals. Times are in UTC. */
export function chartLines(statistics: Props, columns: number): string[] {
  const { dateFrom, dateTo, bucketSeconds, delivered, failed, buckets } = statistics;
  const isDaily = Number(bucketSeconds) % daySeconds === 0;
  const all = (Array.isArray(buckets) ? buckets : []).filter(isObject).map(bucketOf);
  const head = ["FROM (UTC)", "DELIVERED", "FAILED"];
  const total = ["total", countText(delivered), countText(failed)];
  const rows = all.map((bucket) => [
    timeText(bucket.start, isDaily),
    formatNumber(bucket.delivered),
    formatNumber(bucket.failed),
  ]);
  const [headings = "", ...aligned] = alignColumns([head, ...rows, total], [], [1, 2]);
  const room = columns - lengthOf(headings) - 2;
  const barLength = Math.min(Math.max(room, minBarLength), maxBarLength);
  const largest = Math.max(...all.map(({ delivered, failed }) => delivered + failed), 0);
  const charted = all.map((bucket, index) =>
    `${aligned[index]}  ${barOf(bucket, largest, barLength)}`.trimEnd(),
  );
  const range = `${shortText(formatTime(String(dateFrom)))} to ${shortText(formatTime(String(dateTo)))}`;
  return [
    range,
    "",
    headings,
    ...charted,
    aligned.at(-1) ?? "",
    "",
    largest === 0
      ? "Nothing was delivered or failed in this time. The service counts with a delay of about a minute."
      : `${bars.delivered} delivered  ${bars.failed} failed`,
  ];
}

const bucketOf = ({ start, delivered, failed }: Props): Bucket => ({
  start: String(start),
  delivered: finite(delivered),
  failed: finite(failed),
});

/** A count from outside may be no number. */
function finite(count: Json | undefined): number {
  return typeof count === "number" && Number.isFinite(count) ? Math.max(count, 0) : 0;
}

const countText = (count: Json | undefined) => formatNumber(finite(count));

function timeText(start: string, isDaily: boolean): string {
  return shortText(formatUtc(start)).replace(isDaily ? / 00:00:00$/ : /:00$/, "");
}

/** Each count that is not zero has at least one sign, so that a single failure is seen. */
function barOf({ delivered, failed }: Bucket, largest: number, length: number): string {
  const scaled = (count: number) => (count === 0 ? 0 : Math.max(1, (count / largest) * length));
  const failedSigns = Math.min(Math.round(scaled(failed)), delivered > 0 ? length - 1 : length);
  const deliveredSigns = Math.min(Math.round(scaled(delivered)), length - failedSigns);
  return bars.delivered.repeat(deliveredSigns) + bars.failed.repeat(failedSigns);
}
