import { afterAll, expect } from "@jest/globals";
import { startTenant, type Tenant } from "../../../emulator/src";

// What the tests of docs/adopt.md in TypeScript and in Python share.

export const page = "docs/adopt.md";
export const token = "canary-token-of-tenant";
export const streamId = `est_${"a".repeat(22)}`;
export const policyId = `rlp_${"a".repeat(22)}`;

const tenants: Tenant[] = [];
afterAll(async () => {
  for (const tenant of tenants) await tenant.close();
});

/** A tenant with the objects whose program the page shows, as if they had been made in the dashboard. */
export async function filledTenant(): Promise<Tenant> {
  const tenant = await startTenant();
  tenants.push(tenant);
  const times = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };
  const webhook_authorization = { method: "bearer", token: "canary-token-of-dashboard" };
  tenant.streams.set(streamId, {
    id: streamId,
    name: "CRM sync",
    status: "enabled",
    subscriptions: [{ event_type: "user.created" }, { event_type: "user.deleted" }],
    destination: {
      type: "webhook",
      configuration: {
        webhook_endpoint: "https://crm.example.com/hooks/auth0",
        webhook_authorization,
      },
    },
    ...times,
  });
  tenant.policies.set(policyId, {
    id: policyId,
    resource: "oauth_authentication_api",
    consumer: "client",
    consumer_selector: "third_party_clients",
    configuration: { action: "block", limit: 100 },
    ...times,
  });
  return tenant;
}

export function expectOnePatch(tenant: Tenant): void {
  const writes = tenant.requests.filter(({ kind, method }) => kind === "api" && method !== "GET");
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PATCH /api/v2/event-streams/${streamId}`,
  ]);
  expect(JSON.stringify(writes[0]?.body)).toContain(token);
}
