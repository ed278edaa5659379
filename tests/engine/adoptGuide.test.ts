import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { runInShell } from "../support/engine/guideCommands";
import { blockWith, codeBlocks } from "../support/guides";
import { exitAndOutput, removeTemporaryFolders, root, temporaryFolder } from "../support/project";

// docs/adopt.md, followed from an empty project to a clean drift check.

const page = "docs/adopt.md";
const token = "canary-token-of-tenant";

let tenant: Tenant;
let project: { folder: string; env: NodeJS.ProcessEnv };

beforeAll(async () => {
  tenant = await startTenant();
  fillTenant();
  const folder = temporaryFolder();
  // What the page's npm commands do.
  writeFileSync(join(folder, "package.json"), "{}\n");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "state"));
  const environment = baseEnvironment(folder, await pulumiFolder());
  project = { folder, env: { ...process.env, ...environment, ...tenant.environment } };
});
afterAll(async () => {
  await tenant.close();
  removeTemporaryFolders();
});

/** The objects whose program the page shows, as if they had been made in the dashboard. */
function fillTenant(): void {
  const times = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };
  const stream = `est_${"a".repeat(22)}`;
  const policy = `rlp_${"a".repeat(22)}`;
  tenant.streams.set(stream, {
    id: stream,
    name: "CRM sync",
    status: "enabled",
    subscriptions: [{ event_type: "user.created" }, { event_type: "user.deleted" }],
    destination: {
      type: "webhook",
      configuration: {
        webhook_endpoint: "https://crm.example.com/hooks/auth0",
        webhook_authorization: { method: "bearer", token: "canary-token-of-dashboard" },
      },
    },
    ...times,
  });
  tenant.policies.set(policy, {
    id: policy,
    resource: "oauth_authentication_api",
    consumer: "client",
    consumer_selector: "third_party_clients",
    configuration: { action: "block", limit: 100 },
    ...times,
  });
}

test("its commands lead from an empty project to a clean drift check by reads and one PATCH", async () => {
  const [newProject = "", adopt = ""] = codeBlocks(page, "sh").slice(1);
  // The environment has the tenant.
  const start = newProject.replace(/^(npm|pulumi config|export) .*\n/gm, "");
  const ended = await runInShell(start + adopt, project, token);

  expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
  expect(ended.text).toContain("No drift in 1 stack (2 objects compared).");
  const writes = tenant.requests.filter(({ kind, method }) => kind === "api" && method !== "GET");
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PATCH /api/v2/event-streams/est_${"a".repeat(22)}`,
  ]);
  expect(JSON.stringify(writes[0]?.body)).toContain(token);
});

test("it shows the program that its commands write", () => {
  const program = readFileSync(join(project.folder, "imported", "index.ts"), "utf8");
  const shown = blockWith(page, "ts", "third-party-clients");

  expect(program.slice(program.indexOf("import *"))).toContain(shown);
});

test("its list then is empty", async () => {
  const list = await runInShell(blockWith(page, "sh", "--list"), project);

  expect(exitAndOutput(list)).toMatch(/^exit code 0\n/);
  expect(list.text).toContain("hold every object");
});

test("its objects are protected", async () => {
  const destroy = await runInShell("pulumi destroy --yes --skip-preview", project);

  expect(exitAndOutput(destroy)).not.toMatch(/^exit code 0\n/);
  expect(destroy.text).toContain("cannot be deleted");
  expect(tenant.streams.size + tenant.policies.size).toBe(2);
});
