import type { Props } from "../../../provider/shared/json";
import { alignColumns, formatNumber } from "../../shared/text";
import { formatTime, formatUtc } from "../../shared/time";
import { shortText } from "../output";

const daySeconds = 86_400;

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

/** The time range, a row for each bucket of statistics, and the totals. Times are in UTC. */
export function tableLines(statistics: Props): string[] {
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
  const range = `${shortText(formatTime(dateFrom))} to ${shortText(formatTime(dateTo))}`;
  return [range, "", ...alignColumns(rows, [], [1, 2])];
}

function timeText(start: string, isDaily: boolean): string {
  return shortText(formatUtc(start)).replace(isDaily ? / 00:00:00$/ : /:00$/, "");
}
