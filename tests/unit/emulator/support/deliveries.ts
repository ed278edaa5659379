import type { Delivery, Tenant, TenantOptions } from "../../../../emulator/src";
import { patienceMs } from "../../../support/jest/patience.cjs";
import { certificate } from "./receiver";
import { basic, call, createdStream, start } from "./tenant";

/** A tenant that waits a millisecond between attempts, and trusts the receivers of tests. */
export const startQuick = ({ delivery, ...options }: TenantOptions = {}): Promise<Tenant> =>
  start({
    ...options,
    delivery: {
      retryDelaysMs: [1, 1, 1],
      timeoutMs: patienceMs,
      ca: certificate().cert,
      ...delivery,
    },
  });

/** The id of a new stream without a name, with this webhook. */
export const webhookStream = (
  tenant: Tenant,
  endpoint: string,
  authorization: object = basic,
  changes: object = {},
): Promise<string> =>
  createdStream(tenant, {
    name: undefined,
    destination: {
      type: "webhook",
      configuration: { webhook_endpoint: endpoint, webhook_authorization: authorization },
    },
    ...changes,
  });

/** The deliveries of a stream as a client sees them. */
export async function listed(tenant: Tenant, id: string): Promise<Delivery[]> {
  return (await call(tenant, `GET /event-streams/${id}/deliveries?take=100`)).body.deliveries;
}
