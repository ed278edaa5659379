import type { Props } from "../../../provider/shared/json";
import { alignColumns, formatNumber, lengthOf } from "../../shared/text";
import { formatTime, formatUtc } from "../../shared/time";
import { shortText } from "../output";

const daySeconds = 86_400;

/** Signs that differ without colours. */
const bars = { delivered: "█", failed: "░" };
const maxBarLength = 60;
const minBarLength = 10;

interface Counts {
  delivered: number;
  failed: number;
}

/** What `deliveryStatistics` returns, which has checked it. */
interface Statistics extends Counts {
  dateFrom: string;
  dateTo: string;
  bucketSeconds: number;
  buckets: (Counts & { start: string })[];
}

/** A row for each bucket of statistics, with a bar, and the totals. Times are in UTC. */
export function chartLines(statistics: Props, columns: number): string[] {
  const { dateFrom, dateTo, bucketSeconds, buckets, ...total } =
    statistics as unknown as Statistics;
  const isDaily = bucketSeconds % daySeconds === 0;
  const cellsOf = (title: string, { delivered, failed }: Counts) => [
    title,
    formatNumber(delivered),
    formatNumber(failed),
  ];
  const rows = [
    ["FROM (UTC)", "DELIVERED", "FAILED"],
    ...buckets.map((bucket) => cellsOf(timeText(bucket.start, isDaily), bucket)),
    cellsOf("total", total),
  ];
  const [headings = "", ...aligned] = alignColumns(rows, [], [1, 2]);
  const room = columns - lengthOf(headings) - 2;
  const barLength = Math.min(Math.max(room, minBarLength), maxBarLength);
  const largest = Math.max(...buckets.map(({ delivered, failed }) => delivered + failed), 0);
  const charted = buckets.map((bucket, index) =>
    `${aligned[index]}  ${barOf(bucket, largest, barLength)}`.trimEnd(),
  );
  const range = `${shortText(formatTime(dateFrom))} to ${shortText(formatTime(dateTo))}`;
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

function timeText(start: string, isDaily: boolean): string {
  return shortText(formatUtc(start)).replace(isDaily ? / 00:00:00$/ : /:00$/, "");
}

/** Each count that is not zero has at least one sign, so that a single failure is seen. */
function barOf({ delivered, failed }: Counts, largest: number, length: number): string {
  const scaled = (count: number) => (count === 0 ? 0 : Math.max(1, (count / largest) * length));
  const failedSigns = Math.min(Math.round(scaled(failed)), delivered > 0 ? length - 1 : length);
  const deliveredSigns = Math.min(Math.round(scaled(delivered)), length - failedSigns);
  return bars.delivered.repeat(deliveredSigns) + bars.failed.repeat(failedSigns);
}
