import { listDeliveries } from "../../provider/functions/deliveries";
import { type Delivery, maxPageSize } from "../../provider/functions/deliveryPage";
import type { Props } from "../../provider/shared/json";
import type { TenantStream } from "./streams/source";

/** The options that choose deliveries, as the command line has them. */
export interface Filters {
  status?: string[] | undefined;
  type?: string[] | undefined;
  /** ISO times. */
  since?: string | undefined;
  until?: string | undefined;
}

/** Throws for times between which nothing lies. */
export function assertTimeRange({ since, until }: Pick<Filters, "since" | "until">): void {
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until)) {
    throw new Error(`--until (${until}) must be later than --since (${since})`);
  }
}

/** The filters as arguments of the library's functions. */
export function filterArguments({ status, type, since, until }: Filters): Props {
  assertTimeRange({ since, until });
  return {
    ...(status && { statuses: status }),
    ...(type && { eventTypes: type }),
    ...(since !== undefined && { dateFrom: since }),
    ...(until !== undefined && { dateTo: until }),
  };
}

/** The filters as options of another command, for the user to type. */
export const filterOptions = ({ status, type, since, until }: Filters): string[] =>
  Object.entries({ status, type, since, until }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );

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
