import { cpSync } from "node:fs";
import { join } from "node:path";
import { startTenant, type Tenant } from "../../emulator/src";
import { adopt } from "./adopt";
import { changeInDashboard } from "./dashboard";
import { expectThat, heading, perform, stage } from "./stage";

/**
 * Runs the quickstart from preview to destroy, then adopts two objects, with the real Pulumi CLI and a
 * tenant on this machine. Every step checks its result, so a demo that ends without an error has worked.
 */

const example = join(__dirname, "..", "..", "examples", "quickstart");

async function show(tenant: Tenant): Promise<void> {
  const quickstart = await stage("quickstart", tenant, (folder) =>
    cpSync(example, folder, { recursive: true }),
  );
  const { folder, pulumi, auth0Native } = quickstart;
  console.log(`A tenant runs at ${tenant.url}; the program is examples/quickstart/index.ts.`);
  await pulumi("stack init demo", { quiet: true });
  await pulumi("config set --secret hookToken made-up-token", { quiet: true });
  await pulumi("config set --secret firebaseCredentials made-up-credentials", { quiet: true });

  heading("Preview: what would be created");
  await pulumi("preview");
  expectThat(tenant.requests.length === 0, "the preview sent a request");

  heading("Up: creates each object with one request");
  await pulumi("up --yes --skip-preview");
  const writes = tenant.apiRequests().filter((request) => !request.startsWith("GET"));
  for (const request of writes) console.log(`   the tenant saw ${request}`);
  expectThat(writes.length === 3, "there were not three write requests");

  heading("Somebody changes the stream in the dashboard, outside of Pulumi");
  const [stream] = tenant.streams.values();
  const path = `/event-streams/${stream?.id}`;
  await changeInDashboard(tenant, ["PATCH", path], { status: "disabled" });

  heading("The drift check finds the change and ends with exit code 7");
  const drift = await pulumi("refresh --preview-only --expect-no-changes --diff", { code: 7 });
  expectThat(/status/.test(drift), "the drift check did not show the property status");

  heading("The same for people, as a page for any number of stacks");
  await auth0Native("drift --html drift.html", { code: 2 });

  heading("Up repairs it");
  await pulumi("up --yes --skip-preview --refresh");
  expectThat(
    tenant.streams.get(stream?.id ?? "")?.status === "enabled",
    "the stream is still disabled",
  );

  heading("The failed deliveries, listed by the program");
  const listed = JSON.parse(await pulumi("stack output failedDeliveries --json", { quiet: true }));
  for (const delivery of listed) console.log(`   ${delivery}`);
  expectThat(listed.length > 0, "no delivery was listed");

  heading("Destroy");
  await pulumi("destroy --yes --skip-preview");
  const { size } = tenant.streams;
  console.log(`\n   The tenant is empty: ${size} streams, ${tenant.policies.size} policies.`);
  expectThat(size + tenant.policies.size === 0, "the tenant is not empty");
  console.log(`   The drift page of step 5: ${join(folder, "drift.html")}`);

  await adopt(tenant, quickstart, "demo");
}

void perform(() => startTenant({ seedDeliveries: 12 }), show);
