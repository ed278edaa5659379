import type { Tenant } from "../../../emulator/src";
import { manyPolicies, streamIdOf } from "../tenant/many";

/** The secret of the only stream that has one. */
export const canaryToken = "canary-token-of-the-tenant";

/** Puts two streams and a policy into a tenant: `crm` with a secret, `audit` without one. */
export function fillSmall(tenant: Tenant): void {
  const times = { created_at: "2026-01-02T03:04:05.678Z", updated_at: "2026-01-02T03:04:05.678Z" };
  tenant.streams.set(streamIdOf(1), {
    id: streamIdOf(1),
    status: "enabled",
    name: "crm",
    destination: {
      type: "webhook",
      configuration: {
        webhook_endpoint: "https://hooks.example.com/auth0",
        webhook_authorization: { method: "bearer", token: canaryToken },
      },
    },
    ...times,
  });
  tenant.streams.set(streamIdOf(2), {
    id: streamIdOf(2),
    status: "enabled",
    name: "audit",
    destination: { type: "action", configuration: { action_id: "a" } },
    ...times,
  });
  manyPolicies(tenant, 1);
}
