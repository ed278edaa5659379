import type { ManagementApi } from "../../../provider/api/managementApi";
import { formatAge } from "../../shared/time";

/** Clocks that are set by the network differ by less. */
const maxDifferenceMs = 5 * 60_000;

/** Throws if this machine's clock differs from the service's: then `1h` is another time than meant. */
export function assertSameTime({ transport, domain }: ManagementApi): void {
  const { service, wall } = transport.serviceClock.moment();
  if (service === undefined || Math.abs(wall - service) <= maxDifferenceMs) return;
  const isAhead = wall > service;
  const earlier = new Date(isAhead ? service : wall).toISOString();
  const difference = formatAge(earlier, new Date(isAhead ? wall : service));
  throw new Error(
    `the clock of this machine is ${difference} ${isAhead ? "ahead of" : "behind"} that of ${domain}, so --since and --until may mean other times: set the clock`,
  );
}
