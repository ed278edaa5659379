import type { Delivery } from "../../../provider/functions/deliveryPage";
import { countOf, formatNumber } from "../../shared/number";
import { formatTime } from "../../shared/time";
import { alignColumns } from "../columns";
import { attemptsOf, type FailureGroup, FailureGroups } from "../failureGroups";
import { shortText } from "../output";

/** More groups than a person reads; --json has every delivery. */
const maxGroups = 20;

/** The service has three statuses; a text from outside must not fill the memory. */
const maxStatuses = 20;

const headings = ["COUNT", "FIRST (UTC)", "LAST (UTC)", "EVENT TYPE", "ERROR"];

/** Counts deliveries as they are listed, in memory that does not grow with their number. */
export class Summary {
  count = 0;
  private readonly byStatus = new Map<string, number>();
  private readonly failures = new FailureGroups();

  add(deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      this.count += 1;
      const status = String(delivery.status).slice(0, 100);
      const isCounted = this.byStatus.has(status) || this.byStatus.size < maxStatuses;
      const key = isCounted ? status : "other";
      this.byStatus.set(key, (this.byStatus.get(key) ?? 0) + 1);
      if (hasFailed(delivery)) this.failures.add(delivery);
    }
  }

  /** Totals by status, and the failures by message and kind of event. */
  lines(columns = Number.POSITIVE_INFINITY): string[] {
    const totals = [...this.byStatus]
      .sort(([, a], [, b]) => b - a)
      .map(([status, count]) => `${formatNumber(count)} ${shortText(status)}`);
    const total = `${countOf(this.count, "delivery", "deliveries")}: ${totals.join(", ")}`;
    const groups = this.failures.all();
    if (groups.length === 0) return [total];

    const shown = groups.slice(0, maxGroups);
    const rows = alignColumns([headings, ...shown.map(cellsOf)], [], [0]);
    const fitting = rows.map((row) => `  ${shortText(row, Math.min(columns - 2, 400))}`);
    const others = groups.slice(maxGroups).reduce((sum, { count }) => sum + count, 0);
    const more = `  and ${countOf(others, "delivery", "deliveries")} with ${countOf(groups.length - maxGroups, "other error")}`;
    return [total, "", "Failures by error:", ...fitting, ...(others > 0 ? [more] : [])];
  }
}

const hasFailed = (delivery: Delivery): boolean =>
  delivery.status === "failed" || attemptsOf(delivery).some(({ status }) => status === "failed");

function cellsOf({ count, first, last, eventType, message }: FailureGroup): string[] {
  const time = (text: string) =>
    text === "" ? "-" : shortText(formatTime(text)).replace(/ UTC$/, "");
  const error = message === "" ? "(none given)" : shortText(message, 300);
  return [formatNumber(count), time(first), time(last), shortText(eventType), error];
}
