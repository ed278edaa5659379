import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Tenant } from "../../emulator/src";
import { expectThat, heading, type Stage } from "./stage";

const token = "made-up-orders-token";

const stream = {
  name: "orders",
  subscriptions: [{ event_type: "user.created" }],
  destination: {
    type: "webhook",
    configuration: {
      webhook_endpoint: "https://orders.example.com/hooks/auth0",
      webhook_authorization: { method: "bearer", token },
    },
  },
};

const policy = {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumer_selector: "default",
  configuration: { action: "log", limit: 1000 },
};

export async function adopt(
  tenant: Tenant,
  { folder, pulumi, auth0Native }: Stage,
  stack: string,
): Promise<void> {
  heading("Someone creates a stream and a policy in the dashboard");
  await createInDashboard(tenant, "/event-streams", stream, "orders");
  await createInDashboard(tenant, "/rate-limit-policies", policy, "default");
  expectThat(
    tenant.streams.size + tenant.policies.size === 2,
    "the tenant doesn't have two objects",
  );

  tenant.clearRequests();
  heading("Import both objects into a program and a state");
  await auth0Native(`import --stack ${stack}`);
  writeFileSync(join(folder, "index.ts"), 'import "./imported";\n');
  console.log('   index.ts is now: import "./imported";');
  await pulumi("import --file imported/import.json --generate-code=false --yes --skip-preview");
  // The printed steps say so, because import files may contain secrets.
  rmSync(join(folder, "imported", "import.json"));
  expectThat(writesTo(tenant).length === 0, "the import changed the tenant");

  heading("Send the token, the only missing value, because Auth0 doesn't return it");
  await pulumi(`config set --secret ordersToken ${token}`, { quiet: true });
  const up = await pulumi("up --yes --diff");
  expectThat(/~ 1 to update/.test(up), "the preview didn't show one update");
  expectThat(!/to (create|delete|replace)/.test(up), "the preview showed other changes");
  const writes = writesTo(tenant);
  for (const request of writes) console.log(`   the tenant saw ${request}`);
  expectThat(
    writes.length === 1 && /^PATCH/.test(writes[0] ?? ""),
    "the update didn't send one PATCH",
  );
  const [{ destination } = stream] = tenant.streams.values();
  const sent = destination.configuration.webhook_authorization;
  expectThat(sent?.method === "bearer" && sent.token === token, "the stream has a different token");

  heading("A drift check finds nothing");
  await auth0Native("drift");
}

const writesTo = (tenant: Tenant) =>
  tenant.apiRequests().filter((request) => !request.startsWith("GET"));

/** Creates an object as someone would in the dashboard. Prints `shown` instead of the body. */
async function createInDashboard(
  tenant: Tenant,
  path: string,
  body: object,
  shown: string,
): Promise<void> {
  const { status } = await fetch(`${tenant.url}/api/v2${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${tenant.issueToken()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  console.log(`   POST ${path} ${shown}: ${status}`);
}
