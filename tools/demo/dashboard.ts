import type { Tenant } from "../../emulator/src";

/** Sends a request of a person who uses the dashboard, outside of Pulumi. `shown` stands for the body. */
export async function changeInDashboard(
  tenant: Tenant,
  [method, path]: [method: "POST" | "PATCH", path: string],
  body: object,
  shown: string = JSON.stringify(body),
): Promise<void> {
  const { status } = await fetch(`${tenant.url}/api/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tenant.issueToken()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  console.log(`   ${method} ${path} ${shown}: ${status}`);
}
