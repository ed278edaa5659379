import { attemptsOf } from "../../../provider/deliveries/attempts";
import { showProgress } from "../../shared/log";
import { countOf, displayName } from "../../shared/text";
import { FailureGroups } from "../failureGroups";
import { type Filters, failedDeliveries } from "../filters";
import type { TenantStream } from "../streams";

export interface Selection {
  ids: string[];
  groups: FailureGroups;
  /** How many are left out, because Auth0 has accepted their redelivery but not attempted it yet. */
  waiting: number;
}

/**
 * Lists all failed deliveries that match. A redelivery adds an attempt with the status `retrying`. In recorded
 * exchanges, the next real attempt follows 6 to 22 s later, and the delivery is left out until then.
 */
export async function selectFailed(stream: TenantStream, filters: Filters): Promise<Selection> {
  const selection: Selection = { ids: [], groups: new FailureGroups(), waiting: 0 };
  for await (const page of failedDeliveries(stream, filters)) {
    for (const delivery of page) {
      if (attemptsOf(delivery).at(-1)?.status === "retrying") {
        selection.waiting += 1;
      } else {
        selection.ids.push(delivery.id);
        selection.groups.add(delivery);
      }
    }
    const count = countOf(selection.ids.length, "delivery", "deliveries");
    showProgress(`${displayName(stream.label)}: reading the failed deliveries, ${count}`);
  }
  showProgress("");
  return selection;
}
