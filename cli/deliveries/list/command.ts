import { attemptsOf } from "../../../provider/deliveries/attempts";
import type { Delivery } from "../../../provider/deliveries/deliveryPage";
import type { StopSignals } from "../../shared/stop";
import { countOf, displayName, formatNumber } from "../../shared/text";
import { FailureGroups, failureLines } from "../failureGroups";
import { jsonLine, type Output, shortText, standardOutput, textOf } from "../standardOutput";
import { findStream, type TenantStream } from "../streams";
import { DeliveryTable, type ListOptions, pagesOf } from "./listing";

export type { ListOptions };

export async function listCommand(
  argument: string,
  options: ListOptions,
  { requested }: StopSignals,
  output: Output = standardOutput,
): Promise<number> {
  const stream = await findStream(argument, options, requested);
  const table = options.json ? undefined : new DeliveryTable();
  const summary = new ListSummary();
  let next: string | undefined;
  let failure: Error | undefined;
  try {
    for await (const page of pagesOf(stream, options, requested)) {
      summary.add(page.deliveries);
      const { deliveries } = page;
      await output.print(table?.rows(deliveries) ?? deliveries.map(jsonLine).join(""));
      next = page.next;
    }
  } catch (error) {
    failure = error as Error;
  }

  if (summary.count > 0 && table) await output.print(textOf(["", ...summary.lines()]));
  // Standard output has only JSON, so the summary goes to standard error.
  else if (summary.count > 0) summary.lines().forEach(output.note);
  else if (failure === undefined) output.note(nothingListed(stream));
  if (failure === undefined && next !== undefined && summary.count >= options.max) {
    output.note(
      `There may be more than ${options.max} deliveries. To list them, pass a larger --max.`,
    );
  }
  if (failure === undefined) return 0;
  if (!requested.aborted) throw failure;
  const listed = countOf(summary.count, "delivery", "deliveries");
  output.note(`Listed ${listed}, then ${requested.reason.message}.`);
  return 1;
}

function nothingListed({ label }: TenantStream): string {
  return `No failed or pending delivery of ${displayName(label)} matches. (Successful deliveries aren't listed.)`;
}

/** Counts deliveries as they are listed. Its memory doesn't grow with their number. */
class ListSummary {
  count = 0;
  private readonly byStatus = new Map<string, number>();
  private readonly failures = new FailureGroups();

  add(deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      this.count += 1;
      const status = shortText(delivery.status);
      this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
      const attempts = [delivery, ...attemptsOf(delivery)];
      if (attempts.some(({ status }) => status === "failed")) this.failures.add(delivery);
    }
  }

  lines(): string[] {
    const totals = [...this.byStatus]
      .sort(([, a], [, b]) => b - a)
      .map(([status, count]) => `${formatNumber(count)} ${status}`);
    const total = `${countOf(this.count, "delivery", "deliveries")}: ${totals.join(", ")}`;
    const groups = this.failures.all();
    if (groups.length === 0) return [total];
    return [total, "", "Failures by error:", ...failureLines(groups)];
  }
}
