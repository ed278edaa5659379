import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { previewComment } from "../../cli/ci/previewReport/comment";
import { startTenant, type Tenant } from "../../emulator/src";
import { expectThat, heading, perform, stage } from "./stage";

/** Previews a wrong program, and a change that replaces a stream, and writes what the terminal and a pull request show. */

const start = 'const { EventStream, RateLimitPolicy } = require("pulumi-auth0-native");\n';

const wrong = `${start}
new EventStream("crm", {
  subscriptions: [{ eventType: "user.create" }],
  destination: { type: "webhook", configuration: {
    webhookEndpoint: "https://crm.example.com/hooks/auth0",
    webhookAuthorization: { method: "basic", username: "tenant" },
  } },
});
new RateLimitPolicy("partners", {
  resource: "oauth_authentication_api", consumer: "client", consumerSelector: "third_party_clients",
  configuration: { action: "block", limit: 10_001 },
});
`;

const withAction = (actionId: string, limit: number) => `${start}
new EventStream("audit", {
  name: "audit",
  subscriptions: [{ eventType: "user.deleted" }],
  destination: { type: "action", configuration: { actionId: "${actionId}" } },
});
new RateLimitPolicy("partners", {
  resource: "oauth_authentication_api", consumer: "client", consumerSelector: "third_party_clients",
  configuration: { action: "block", limit: ${limit} },
});
`;

async function show(tenant: Tenant): Promise<void> {
  const { folder, pulumi, auth0Native } = await stage("preview", tenant, fill);
  const file = (name: string) => join(folder, name);
  const program = (text: string) => writeFileSync(file("index.js"), text);
  await pulumi("stack init production", { quiet: true });

  heading("A program with three mistakes");
  program(wrong);
  const errors = await pulumi("preview", { code: 1 });
  expectThat(/did you mean user\.created/.test(errors), "the preview did not find the mistake");
  // What a terminal keeps: the lines before are overwritten.
  writeFileSync(file("errors.txt"), errors.slice(errors.indexOf("Diagnostics:")).trim());

  heading("A change that replaces a stream");
  program(withAction("5f3c1a52-0000-4000-8000-000000000000", 100));
  await pulumi("up --yes --skip-preview", { quiet: true });
  program(withAction("7b1d9c04-0000-4000-8000-000000000000", 250));
  await auth0Native("ci preview production --json report.json");
  const report = JSON.parse(readFileSync(file("report.json"), "utf8"));
  const run = "https://github.com/acme/auth0-tenants/actions/runs/1";
  const comment = previewComment([report], { run, commit: "3f2a91c", subject: "preview" });
  expectThat(/1 object deleted or replaced/.test(comment), "the comment names no replacement");
  writeFileSync(file("comment.md"), comment);
}

function fill(folder: string): void {
  writeFileSync(join(folder, "Pulumi.yaml"), "name: identity\nruntime: nodejs\n");
  writeFileSync(join(folder, "package.json"), '{ "name": "identity", "main": "index.js" }\n');
}

void perform(startTenant, show);
