import { listDeliveries } from "../../../provider/functions/deliveries";
import { maxPageSize } from "../../../provider/functions/deliveryPage";
import { type Filters, filterArguments } from "../filters";
import type { TenantStream } from "../streams/source";

/** One page tells a person enough. */
export const maxUnderWay = maxPageSize;

/** How many deliveries match that the service still attempts: at most `maxUnderWay`. */
export async function countUnderWay(
  { api, id }: TenantStream,
  { type, since, until }: Filters,
): Promise<number> {
  const pages = listDeliveries(api, {
    ...filterArguments({ type, since, until }),
    ...{ eventStreamId: id, statuses: ["pending", "retrying"] },
    ...{ take: maxPageSize, maxItems: maxUnderWay },
  });
  const { value } = await pages.next();
  return value?.deliveries.length ?? 0;
}
