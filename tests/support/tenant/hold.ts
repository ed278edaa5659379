import type { Tenant } from "../../../emulator/src";
import { until } from "../clock/until";

/** Lets requests that do not wait arrive, which takes at most three round trips. */
export async function pause({ url }: Tenant): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await fetch(`${url}/_emulator/faults`);
}

/**
 * Holds up all requests of a route, or all API requests (`*`), but the first `skip` ones until `release`:
 * before their handlers run, or, with `after`, before their responses.
 */
export function hold(tenant: Tenant, route: string, { after = false, skip = 0 } = {}) {
  let seen = 0;
  let held = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const wait = () => {
    held++;
    return released;
  };
  tenant.respond = async (request) => {
    const meets = route === "*" ? request.kind === "api" : request.route === route;
    if (!meets || ++seen <= skip) return undefined;
    if (after) return { after, body: (body: object) => wait().then(() => body) };
    await wait();
    return undefined;
  };
  return { release, arrived: (count: number) => until(() => held >= count) };
}
