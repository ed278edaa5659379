import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type StoredStream, startTenant, type Tenant } from "../../emulator/src";
import { expectThat, heading, perform, stage } from "./stage";

/** A tenant broken in eight ways behind Pulumi's back, and the drift page that tells of them. */

const names = ["crm", "audit", "billing", "warehouse", "support", "signups"];
const policies = { partners: "third_party_clients", everybody: "default" };

const program = `
const { EventStream, GuardianFcmv1Provider, RateLimitPolicy } = require("pulumi-auth0-native");
for (const name of ${JSON.stringify(names)}) {
  new EventStream(name, {
    name,
    subscriptions: [{ eventType: "user.created" }, { eventType: "user.deleted" }],
    destination: { type: "webhook", configuration: {
      webhookEndpoint: \`https://\${name}.example.com/hooks/auth0\`,
      webhookAuthorization: { method: "basic", username: "tenant", password: "made-up" },
    } },
  });
}
for (const [name, consumerSelector] of Object.entries(${JSON.stringify(policies)})) {
  new RateLimitPolicy(name, {
    resource: "oauth_authentication_api", consumer: "client", consumerSelector,
    configuration: { action: "block", limit: 100 },
  });
}
new GuardianFcmv1Provider("push", { serverCredentials: "made-up" });
`;

function fill(folder: string): void {
  writeFileSync(join(folder, "Pulumi.yaml"), "name: identity\nruntime: nodejs\n");
  writeFileSync(join(folder, "package.json"), '{ "name": "identity", "main": "index.js" }\n');
  writeFileSync(join(folder, "index.js"), program);
}

/** What somebody, or the service, did to the tenant. */
function breaks(tenant: Tenant): [string, () => void][] {
  const stream = (name: string): StoredStream => {
    const found = [...tenant.streams.values()].find((one) => one.name === name);
    if (!found) throw new Error(`there is no stream ${name}`);
    return found;
  };
  // biome-ignore lint/suspicious/noExplicitAny: a tenant's object, changed at will
  const webhook = (name: string) => stream(name).destination.configuration as any;
  const [partners, everybody] = Object.values(policies).map((selector) => {
    const found = [...tenant.policies.values()].find((one) => one.consumer_selector === selector);
    if (!found) throw new Error(`there is no policy for ${selector}`);
    return found;
  });
  return [
    ["the stream crm is renamed", () => Object.assign(stream("crm"), { name: "CRM (do not use)" })],
    [
      "audit sends to another address",
      () =>
        Object.assign(webhook("audit"), { webhook_endpoint: "https://requestbin.example.net/x1" }),
    ],
    [
      "billing hears of other events",
      () =>
        Object.assign(stream("billing"), {
          subscriptions: [{ event_type: "user.created" }, { event_type: "organization.created" }],
        }),
    ],
    [
      "warehouse authorizes itself otherwise",
      () =>
        Object.assign(webhook("warehouse"), {
          webhook_authorization: { method: "bearer", token: "somebody's" },
        }),
    ],
    [
      "support failed too often, and the service disabled it",
      () => {
        tenant.addDeliveries(
          stream("support").id,
          Array(512).fill({ status: "failed", time: new Date().toISOString() }),
        );
        Object.assign(stream("support"), { status: "disabled" });
      },
    ],
    ["signups is deleted", () => tenant.streams.delete(stream("signups").id)],
    [
      "the partners' limit is raised",
      () => Object.assign(partners?.configuration ?? {}, { limit: 10_000 }),
    ],
    [
      "everybody's policy only logs",
      () => Object.assign(everybody?.configuration ?? {}, { action: "log" }),
    ],
  ];
}

async function show(tenant: Tenant): Promise<void> {
  const { folder, pulumi, auth0Native } = await stage("drift", tenant, fill);
  heading("A stack of six streams, two policies and push credentials");
  await pulumi("stack init production", { quiet: true });
  await pulumi("up --yes --skip-preview", { quiet: true });
  console.log(
    `   ${tenant.streams.size} streams, ${tenant.policies.size} policies at ${tenant.url}`,
  );

  heading("Eight things happen behind Pulumi's back");
  for (const [what, happen] of breaks(tenant)) {
    happen();
    console.log(`   ${what}`);
  }

  heading("The drift check finds all of them");
  const page = "drift.html";
  const text = await auth0Native(`drift --html ${page}`, { code: 2 });
  expectThat(/7 changed, 1 gone/.test(text), "it did not find eight");
  console.log(`\n   The drift page: ${join(folder, page)}`);
}

perform(startTenant, show);
