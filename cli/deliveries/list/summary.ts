import type { Delivery } from "../../../provider/functions/deliveryPage";
import { countOf, formatNumber } from "../../shared/number";
import { attemptsOf, FailureGroups } from "../failureGroups";
import { failureLines } from "../failureLines";
import { shortText } from "../output";

/** The service has three statuses; a text from outside must not fill the memory. */
const maxStatuses = 20;

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
  lines(columns?: number): string[] {
    const totals = [...this.byStatus]
      .sort(([, a], [, b]) => b - a)
      .map(([status, count]) => `${formatNumber(count)} ${shortText(status)}`);
    const total = `${countOf(this.count, "delivery", "deliveries")}: ${totals.join(", ")}`;
    const groups = this.failures.all();
    if (groups.length === 0) return [total];
    return [total, "", "Failures by error:", ...failureLines(groups, columns)];
  }
}

const hasFailed = (delivery: Delivery): boolean =>
  delivery.status === "failed" || attemptsOf(delivery).some(({ status }) => status === "failed");
