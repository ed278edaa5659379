import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse, stringify } from "yaml";
import { startTenant, type Tenant } from "../../emulator/src";
import { pluginTypeToken } from "../../provider/stateContract";
import { runInShell } from "../support/engine/guideCommands";
import {
  type LanguageProject,
  languageProject,
  type ProgramLanguage,
  programLanguages,
} from "../support/engine/languageProject";
import { codeBlocks, codeBlocksOf, readPage, sectionOf } from "../support/guides";
import { exitAndOutput, removeTemporaryFolders, root, temporaryFolder } from "../support/project";

afterAll(removeTemporaryFolders);

/** The id that the page shows. */
const shownPolicy = "rlp_0123456789abcdefghijkl";

const languagesPage = "docs/languages.md";

interface Guide {
  heading: string;
  /** The file of the program. */
  file: string;
  /** How the program is made of the blocks of its section. */
  joinBlocks: (blocks: string[]) => string;
}

const guides: Record<ProgramLanguage, Guide> = {
  yaml: { heading: "YAML", file: "Pulumi.yaml", joinBlocks: joinYaml },
  python: { heading: "Python", file: "__main__.py", joinBlocks: (blocks) => blocks.join("\n") },
  go: { heading: "Go", file: "main.go", joinBlocks: joinGo },
};

/** The first block is a program, and the others show further resources. */
function joinYaml(blocks: string[]): string {
  const parts = blocks.map((block) => parse(block));
  const resources = Object.assign({}, ...parts.map((part) => part.resources));
  return stringify({ ...parts[0], resources });
}

/** The first block is a program, and the others are statements, each with its own `err`. */
function joinGo([program = "", ...others]: string[]): string {
  const functions = others.map(
    (block) => `if err := func() error {\n${block}\nreturn err\n}(); err != nil {\nreturn err\n}\n`,
  );
  return program.replace("ctx.Export", `${functions.join("")}ctx.Export`);
}

function writeProgram(language: ProgramLanguage, policyId: string): string {
  const { heading, file, joinBlocks } = guides[language];
  const section = sectionOf(languagesPage, heading);
  const folder = temporaryFolder();
  const [settings = ""] = codeBlocksOf(section, "yaml");
  writeFileSync(join(folder, "Pulumi.yaml"), settings);
  const program = joinBlocks(codeBlocksOf(section, language)).replace(shownPolicy, policyId);
  writeFileSync(join(folder, file), program);
  return folder;
}

const times = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };

/** Adds the policy that the page imports, as if it had been made in the dashboard. */
function addPolicy(tenant: Tenant): string {
  const id = `rlp_${"a".repeat(22)}`;
  tenant.policies.set(id, {
    id,
    resource: "oauth_authentication_api",
    consumer: "client",
    consumer_selector: "third_party_clients",
    configuration: { action: "block", limit: 100 },
    ...times,
  });
  return id;
}

function addStream(tenant: Tenant): void {
  const id = `est_${"a".repeat(22)}`;
  const webhook_authorization = { method: "bearer", token: "canary-elsewhere" };
  tenant.streams.set(id, {
    id,
    name: "CRM sync",
    status: "enabled",
    destination: {
      type: "webhook",
      configuration: { webhook_endpoint: "https://crm.example.com", webhook_authorization },
    },
    ...times,
  });
}

describe.each(programLanguages)("docs/languages.md for %s", (language) => {
  let tenant: Tenant;
  let project: LanguageProject;
  let policyId: string;

  beforeAll(async () => {
    tenant = await startTenant();
    policyId = addPolicy(tenant);
    const folder = relative(root, writeProgram(language, policyId));
    project = await languageProject(language, folder, tenant);
    for (const [name, value] of Object.entries(tenant.environment)) {
      project.env[`EU_${name}`] = value;
    }
    await project.pulumi("config", "set", "--secret", "hookToken", "canary-hookToken");
  });
  afterAll(() => tenant.close());

  test("its program creates a stream and a policy, and imports a policy", async () => {
    const up = exitAndOutput(await project.pulumi("up", "--yes", "--skip-preview"));
    expect(up).toMatch(/^exit code 0\n/);
    expect(up).toContain("= 1 imported");
    expect([...tenant.streams.values()].map(({ name }) => name)).toEqual(["crm"]);
    expect([...tenant.policies.keys()]).toContain(policyId);
    expect(tenant.policies.size).toBe(2);
    expect(project.state().find(({ id }) => id === policyId)?.type).toBe(
      pluginTypeToken("RateLimitPolicy"),
    );
  });

  test("its drift check exits with 0 after the up, and with 7 after a change", async () => {
    const [, check = ""] = /^pulumi (refresh.*)$/m.exec(readPage(languagesPage)) ?? [];
    const args = check.split(" ");
    expect((await project.pulumi(...args)).code).toBe(0);
    Object.assign(tenant.policies.get(policyId) ?? {}, {
      configuration: { action: "block", limit: 9 },
    });
    const drift = exitAndOutput(await project.pulumi(...args));
    expect(drift).toMatch(/^exit code 7\n/);
    expect(drift).toContain("limit: 100 => 9");
  });
});

describe("docs/adopt.md", () => {
  const page = "docs/adopt.md";
  let tenant: Tenant;
  let project: LanguageProject;

  beforeAll(async () => {
    tenant = await startTenant();
    addStream(tenant);
    addPolicy(tenant);
    const folder = temporaryFolder();
    writeFileSync(join(folder, "Pulumi.yaml"), "name: adopt\nruntime: python\n");
    // The release of YAML's language host that the tests have cannot print secrets.
    project = await languageProject("python", relative(root, folder), tenant);
  });
  afterAll(() => tenant.close());

  /** Runs the block of the page's second way that contains a text, for the stack `test`. */
  async function runBlock(text: string): Promise<string> {
    const section = readPage(page).split("## Languages of the plugin")[1] ?? "";
    const [block = ""] = section.match(new RegExp(`(?<=^\`\`\`sh\\n)${text}[^\`]*`, "m")) ?? [];
    return exitAndOutput(
      await runInShell(block.replaceAll("production", "test"), project, "canary-token"),
    );
  }

  const program = () => readFileSync(join(project.folder, "imported", "program.py"), "utf8");
  const writes = () => tenant.apiRequests().filter((request) => !request.startsWith("GET "));

  test("its import command imports objects by reads alone, and Pulumi writes the program", async () => {
    const imported = await runBlock("npx auth0-native import");
    expect(imported).toMatch(/^exit code 0\n/);
    expect(imported).toContain("= 2 imported");
    expect(writes()).toEqual([]);
    const [placeholder = ""] = codeBlocks(page, "text").filter((text) => text.startsWith("<"));
    expect(program()).toContain(placeholder.trim());
    expect(JSON.stringify(project.state())).not.toContain("canary-elsewhere");
  });

  test("its next commands send the secret, and find no drift", async () => {
    const expression = 'config.require_secret("crmSyncToken")';
    expect(readPage(page)).toContain(expression);
    writeFileSync(
      join(project.folder, "__main__.py"),
      program()
        .replace(/pulumi\.Output\.secret\("<secret.*>"\)/, expression)
        .replace("import pulumi\n", "import pulumi\nconfig = pulumi.Config()\n"),
    );
    const updated = await runBlock("pulumi config set");
    expect(updated).toMatch(/^exit code 0\n/);
    expect(updated).toContain("No drift in 1 stack (2 objects compared).");
    expect(writes()).toHaveLength(1);
  });
});
