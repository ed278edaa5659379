import { listDeliveries, type Page } from "../../../provider/functions/deliveries";
import type { Delivery } from "../../../provider/functions/deliveryPage";
import { unlessAborted } from "../../shared/stop";
import { type Filters, filterArguments } from "../filters";
import type { TenantStream } from "../streams/source";
import type { StackOption } from "../streams/stackOption";

export interface ListOptions extends Filters, StackOption {
  max: number;
  from?: string;
  json?: boolean;
  follow?: boolean;
  /** In seconds. */
  interval: number;
  includeEvent?: boolean;
}

/** The largest page of the service. */
const take = 100;

/** The pages of a listing. Throws the signal's reason as soon as the signal is aborted. */
export async function* pagesOf(
  { api, id }: TenantStream,
  options: ListOptions,
  stop: AbortSignal,
): AsyncGenerator<Page & { deliveries: Delivery[] }> {
  const { from, max, includeEvent = false } = options;
  const pages = listDeliveries(api, {
    eventStreamId: id,
    ...filterArguments(options),
    ...{ take, maxItems: max, includeEvent },
    ...(from !== undefined && { from }),
  });
  for (;;) {
    const { done, value } = await unlessAborted(stop, pages.next());
    if (done) return;
    yield value as Page & { deliveries: Delivery[] };
  }
}
