import { listDeliveries } from "../../provider/functions/deliveries";
import { type Delivery, maxPageSize } from "../../provider/functions/deliveryPage";
import { type Filters, filterArguments } from "./filters";
import type { TenantStream } from "./streams/source";

/** Lists the failed deliveries of a stream that match, a page at a time. */
export async function* failedDeliveries(
  { api, id }: TenantStream,
  filters: Filters,
  maxItems: number,
): AsyncGenerator<Delivery[]> {
  const pages = listDeliveries(api, {
    ...filterArguments(filters),
    ...{ eventStreamId: id, statuses: ["failed"], take: maxPageSize, maxItems },
  });
  for await (const { deliveries } of pages) yield deliveries;
}
