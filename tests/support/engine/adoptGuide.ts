import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "@jest/globals";
import { startTenant, type Tenant } from "../../../emulator/src";
import { codeBlocks } from "../guides";
import { store } from "../tenant/objects";
import { stream, webhook } from "../values/eventStream";
import { kindNamed } from "../values/kinds";
import { policy } from "../values/rateLimitPolicy";

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
  const authorization = { method: "bearer", token: "canary-token-of-dashboard" } as const;
  const destination = webhook(authorization, "https://crm.example.com/hooks/auth0");
  store(tenant, kindNamed("EventStream"), streamId, stream({ name: "CRM sync", destination }));
  store(tenant, kindNamed("RateLimitPolicy"), policyId, policy());
  return tenant;
}

/** The page's commands up to the import, and those after it, with a file of secrets in the page's form in a folder. */
export function adoptCommands(folder: string): [toImport: string, afterImport: string] {
  const [shown = "{}"] = codeBlocks(page, "json");
  const { crmSyncToken } = JSON.parse(shown);
  const secrets = { crmSyncToken: { ...crmSyncToken, value: token } };
  writeFileSync(join(folder, "secrets.json"), JSON.stringify(secrets));
  const [toImport = "", afterImport = ""] = codeBlocks(page, "sh");
  // `--list` exits with 2 if there are objects.
  return [toImport.replace(/ --list --stack \S+/, "$& || [ $? = 2 ]"), afterImport];
}

export function expectOnePatch(tenant: Tenant): void {
  const writes = tenant.requests.filter(({ kind, method }) => kind === "api" && method !== "GET");
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PATCH /api/v2/event-streams/${streamId}`,
  ]);
  expect(JSON.stringify(writes[0]?.body)).toContain(token);
}
