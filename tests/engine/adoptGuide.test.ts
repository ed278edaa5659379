import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { runInShell } from "../support/engine/guideCommands";
import { type LanguageProject, languageProject } from "../support/engine/languageProject";
import { readAll } from "../support/engine/stack";
import { blockWith, codeBlocks, readPage } from "../support/guides";
import { exitAndOutput, removeTemporaryFolders, root, temporaryFolder } from "../support/project";
import { leaksIn } from "../support/values/leaks";

// docs/adopt.md, followed to a clean drift check: in TypeScript from an empty project, and in Python.

const page = "docs/adopt.md";
const token = "canary-token-of-tenant";
const streamId = `est_${"a".repeat(22)}`;
const policyId = `rlp_${"a".repeat(22)}`;

const tenants: Tenant[] = [];
afterAll(async () => {
  for (const tenant of tenants) await tenant.close();
  removeTemporaryFolders();
});

/** A tenant with the objects whose program the page shows, as if they had been made in the dashboard. */
async function filledTenant(): Promise<Tenant> {
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

function expectOnePatch(tenant: Tenant): void {
  const writes = tenant.requests.filter(({ kind, method }) => kind === "api" && method !== "GET");
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PATCH /api/v2/event-streams/${streamId}`,
  ]);
  expect(JSON.stringify(writes[0]?.body)).toContain(token);
}

describe("in TypeScript", () => {
  let tenant: Tenant;
  let project: { folder: string; env: NodeJS.ProcessEnv };

  beforeAll(async () => {
    tenant = await filledTenant();
    const folder = temporaryFolder();
    // The page's npm commands do this.
    writeFileSync(join(folder, "package.json"), "{}\n");
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    mkdirSync(join(folder, "state"));
    const environment = baseEnvironment(folder, await pulumiFolder());
    project = { folder, env: { ...process.env, ...environment, ...tenant.environment } };
  });

  test("its commands lead from an empty project to a clean drift check by reads and one PATCH", async () => {
    const [newProject = "", adopt = ""] = codeBlocks(page, "sh").slice(1);
    // The environment already names the tenant.
    const start = newProject.replace(/^(npm|pulumi config|export) .*\n/gm, "");
    const ended = await runInShell(start + adopt, project, token);

    expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
    expect(ended.text).toMatch(/No drift in \w+ \(2 objects compared\)/);
    expectOnePatch(tenant);
    const written = ["state", "home", "imported"].map((part) =>
      readAll(join(project.folder, part)),
    );
    expect(leaksIn([ended.text, ...written].join("\n"))).toEqual([]);
  });

  test("it shows the program that its commands write", () => {
    const program = readFileSync(join(project.folder, "imported", "index.ts"), "utf8");
    const shown = blockWith(page, "ts", "third-party-clients");

    expect(program).toContain(shown);
  });

  test("its objects are protected", () => {
    const file = join(".pulumi", "stacks", "identity", "production.json");
    const { checkpoint } = JSON.parse(readFileSync(join(project.folder, "state", file), "utf8"));
    const held: { id?: string; protect?: boolean }[] = checkpoint.latest.resources;
    const isProtected = held.filter(({ protect }) => protect).map(({ id }) => id);

    expect(isProtected.sort()).toEqual([streamId, policyId]);
  });
});

// The release of YAML's language host that the tests have cannot print secrets.
describe("in Python", () => {
  let tenant: Tenant;
  let project: LanguageProject;

  beforeAll(async () => {
    tenant = await filledTenant();
    project = await languageProject("python", tenant);
    await project.write("");
  });

  /** Runs the block of the page's second way that begins with a text, for the stack `test`. */
  function runBlock(text: string) {
    const section = readPage(page).split("## Languages of the plugin")[1] ?? "";
    const [block = ""] = section.match(new RegExp(`(?<=^\`\`\`sh\\n)${text}[^\`]*`, "m")) ?? [];
    return runInShell(block.replaceAll("production", "test"), project, token);
  }

  test("its commands lead to a clean drift check, by reads and one PATCH", async () => {
    const imported = await runBlock("npx --no-install pulumi-auth0-native import");
    expect(exitAndOutput(imported)).toMatch(/^exit code 0\n/);
    expect(imported.text).toContain("= 2 imported");
    const program = readFileSync(join(project.folder, "imported", "program.py"), "utf8");
    const [placeholder = ""] = codeBlocks(page, "text").filter((text) => text.startsWith("<"));
    expect(program).toContain(placeholder.trim());

    const expression = 'config.require_secret("crmSyncToken")';
    expect(readPage(page)).toContain(expression);
    expect(imported.text).toContain("instead: `crmSyncToken`.");
    const completed = program
      .replace(/pulumi\.Output\.secret\("<secret.*>"\)/, expression)
      .replace("import pulumi\n", "import pulumi\nconfig = pulumi.Config()\n");
    await project.write(completed);
    const updated = await runBlock("pulumi config set");
    expect(exitAndOutput(updated)).toMatch(/^exit code 0\n/);
    expect(updated.text).toMatch(/No drift in \w+ \(2 objects compared\)/);
    expectOnePatch(tenant);
    const written = ["state", "home", "imported"].map((part) =>
      readAll(join(project.folder, part)),
    );
    expect(leaksIn([imported.text, updated.text, ...written].join("\n"))).toEqual([]);
  });
});
