import { join } from "node:path";
import { startTenant, type Tenant } from "../../emulator/src";
import { expectThat, heading, identityProject, perform, stage } from "./stage";

/** Changes a tenant in eight ways outside of Pulumi, and writes the drift page that reports them. */

function found<Stored>(objects: Map<string, Stored>, isWanted: (one: Stored) => boolean): Stored {
  const object = [...objects.values()].find(isWanted);
  if (!object) throw new Error("the tenant has no such object");
  return object;
}

const streamNamed = ({ streams }: Tenant, name: string) =>
  found(streams, (stream) => stream.name === name);

const policyFor = (tenant: Tenant, selector: string) =>
  found(tenant.policies, ({ consumer_selector }) => consumer_selector === selector);

const changes: Record<string, (tenant: Tenant) => void> = {
  "the stream crm is renamed": (tenant) => {
    streamNamed(tenant, "crm").name = "CRM (do not use)";
  },
  "audit sends to another address": (tenant) => {
    const { configuration } = streamNamed(tenant, "audit").destination;
    configuration.webhook_endpoint = "https://requestbin.example.net/x1";
  },
  "billing subscribes to other events": (tenant) => {
    streamNamed(tenant, "billing").subscriptions = [
      { event_type: "user.created" },
      { event_type: "organization.created" },
    ];
  },
  "warehouse has another authorization": (tenant) => {
    const { configuration } = streamNamed(tenant, "warehouse").destination;
    configuration.webhook_authorization = { method: "bearer", token: "another" };
  },
  "support failed too often, and the service disabled it": (tenant) => {
    streamNamed(tenant, "support").status = "disabled";
  },
  "signups is deleted": (tenant) => {
    tenant.streams.delete(streamNamed(tenant, "signups").id);
  },
  "the limit of the policy for partners is raised": (tenant) => {
    policyFor(tenant, "third_party_clients").configuration.limit = 10_000;
  },
  "the default policy only logs": (tenant) => {
    policyFor(tenant, "default").configuration.action = "log";
  },
};

async function show(tenant: Tenant): Promise<void> {
  const { folder, pulumi, auth0Native } = await stage("drift", tenant, identityProject("drift"));
  heading("A stack of six streams, two policies and push credentials");
  await pulumi("stack init production", { quiet: true });
  await pulumi("up --yes --skip-preview", { quiet: true });
  console.log(
    `   ${tenant.streams.size} streams, ${tenant.policies.size} policies at ${tenant.url}`,
  );

  heading("Eight changes happen outside of Pulumi");
  for (const [description, change] of Object.entries(changes)) {
    change(tenant);
    console.log(`   ${description}`);
  }

  heading("The drift check finds all of them");
  const page = "drift.html";
  const text = await auth0Native(`drift --html ${page}`, { code: 2 });
  expectThat(/7 changed, 1 missing/.test(text), "it did not find eight differences");
  console.log(`\n   The drift page: ${join(folder, page)}`);
}

void perform(startTenant, show);
