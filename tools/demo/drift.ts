import { join } from "node:path";
import { startTenant, type Tenant } from "../../emulator/src";
import { expectThat, heading, identityProject, perform, stage } from "./stage";

function found<Stored>(objects: Map<string, Stored>, isWanted: (one: Stored) => boolean): Stored {
  const object = [...objects.values()].find(isWanted);
  if (!object) throw new Error("The tenant doesn't have the object that the demo changes.");
  return object;
}

const streamNamed = ({ streams }: Tenant, name: string) =>
  found(streams, (stream) => stream.name === name);

const policyFor = (tenant: Tenant, selector: string) =>
  found(tenant.policies, ({ consumer_selector }) => consumer_selector === selector);

const changes: Record<string, (tenant: Tenant) => void> = {
  "someone renames the stream crm": (tenant) => {
    streamNamed(tenant, "crm").name = "CRM (do not use)";
  },
  "audit gets a different endpoint": (tenant) => {
    const { configuration } = streamNamed(tenant, "audit").destination;
    configuration.webhook_endpoint = "https://requestbin.example.net/x1";
  },
  "billing gets different subscriptions": (tenant) => {
    streamNamed(tenant, "billing").subscriptions = [
      { event_type: "user.created" },
      { event_type: "organization.created" },
    ];
  },
  "warehouse gets a different authorization": (tenant) => {
    const { configuration } = streamNamed(tenant, "warehouse").destination;
    configuration.webhook_authorization = { method: "bearer", token: "another" };
  },
  "Auth0 disables support, because its deliveries fail too often": (tenant) => {
    streamNamed(tenant, "support").status = "disabled";
  },
  "someone deletes signups": (tenant) => {
    tenant.streams.delete(streamNamed(tenant, "signups").id);
  },
  "the policy for partners gets a higher limit": (tenant) => {
    policyFor(tenant, "third_party_clients").configuration.limit = 10_000;
  },
  "the default policy no longer blocks, and only logs": (tenant) => {
    policyFor(tenant, "default").configuration.action = "log";
  },
};

async function show(tenant: Tenant): Promise<void> {
  const { folder, pulumi, auth0Native } = await stage("drift", tenant, identityProject("drift"));
  heading("Create a stack with six streams, two policies, and push credentials");
  await pulumi("stack init production", { quiet: true });
  await pulumi("up --yes --skip-preview", { quiet: true });
  console.log(
    `   ${tenant.streams.size} streams and ${tenant.policies.size} policies at ${tenant.url}`,
  );

  heading("Eight changes are made outside of Pulumi");
  for (const [description, change] of Object.entries(changes)) {
    change(tenant);
    console.log(`   ${description}`);
  }

  heading("A drift check finds all of them");
  const page = "drift.html";
  const text = await auth0Native(`drift --html ${page}`, { code: 2 });
  expectThat(/7 changed, 1 missing/.test(text), "the drift check didn't find eight differences");
  console.log(`\n   Open the drift page: ${join(folder, page)}`);
}

void perform(startTenant, show);
