import { listDeliveries, type Page } from "../../../provider/functions/deliveries";
import { maxPageSize } from "../../../provider/functions/deliveryPage";
import { unlessAborted } from "../../shared/stop";
import { type Filters, filterArguments } from "../filters";
import type { StackOption } from "../streams/openSource";
import type { TenantStream } from "../streams/source";

export interface ListOptions extends Filters, StackOption {
  max: number;
  from?: string;
  json?: boolean;
  follow?: boolean;
  /** In seconds. */
  interval: number;
  includeEvent?: boolean;
}

/** The pages of a listing. Throws the signal's reason as soon as the signal is aborted. */
export async function* pagesOf(
  { api, id }: TenantStream,
  options: ListOptions,
  stop: AbortSignal,
): AsyncGenerator<Page> {
  const { from, max, includeEvent = false } = options;
  const pages = listDeliveries(api, {
    eventStreamId: id,
    ...filterArguments(options),
    ...{ take: maxPageSize, maxItems: max, includeEvent },
    ...(from !== undefined && { from }),
  });
  for (;;) {
    const { done, value } = await unlessAborted(stop, pages.next());
    if (done) return;
    yield value;
  }
}
