import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse, stringify } from "yaml";
import { startTenant, type Tenant } from "../../emulator/src";
import { secretPlaceholder } from "../../provider/schema/placeholder";
import { BUILD } from "../../tools/pulumiBin/goModules";
import {
  type LanguageProject,
  languageProject,
  type ProgramLanguage,
  programLanguages,
} from "../support/engine/languageProject";
import { secretSettings } from "../support/engine/newStack";
import { hookToken } from "../support/engine/quickstart";
import { readAll } from "../support/engine/stack";
import { codeBlocks, readPage } from "../support/guides";
import { exitAndOutput, mustRun, removeTemporaryFolders, root, run } from "../support/project";

// In each language: the program of its page. In one: a drift check. templates.test.ts runs the templates.

/** The id that the pages show. */
const shownPolicy = "rlp_0123456789abcdefghijkl";

const tenants: Tenant[] = [];
async function newTenant(): Promise<Tenant> {
  const tenant = await startTenant();
  tenants.push(tenant);
  return tenant;
}
afterAll(async () => {
  for (const tenant of tenants) await tenant.close();
  removeTemporaryFolders();
});

/** How the program of a language's page is made of its blocks. */
const joined: Record<ProgramLanguage, (blocks: string[]) => string> = {
  yaml: joinYaml,
  python: (blocks) => blocks.join("\n"),
  go: joinGo,
};

/** A block shows settings, a program, further resources, or functions. */
function joinYaml(blocks: string[]): string {
  const parts = blocks.map((block) => parse(block));
  const merged = (key: string) => Object.assign({}, ...parts.map((part) => part[key]));
  const [resources, variables, outputs] = ["resources", "variables", "outputs"].map(merged);
  return stringify({ ...parts[0], resources, variables, outputs });
}

/** The first block is a program, and the others are statements, each with its own `err`. */
function joinGo([program = "", ...others]: string[]): string {
  const functions = others.map(
    (block) => `if err := func() error {\n${block}\nreturn err\n}(); err != nil {\nreturn err\n}\n`,
  );
  return program.replace("ctx.Export", `${functions.join("")}ctx.Export`);
}

/** The program of a language's page, with the statements of a fixture. */
const programOfPage = (language: ProgramLanguage) =>
  joined[language](
    ["docs", "tests/fixtures/languages"].flatMap((folder) =>
      codeBlocks(`${folder}/${language}.md`, language),
    ),
  );

/** Adds the policy that the page imports, as if it had been made in the dashboard, or another one like it. */
function addPolicy({ policies }: Tenant, id = shownPolicy): void {
  policies.set(id, {
    id,
    resource: "oauth_authentication_api",
    consumer: "client",
    consumer_selector: "third_party_clients",
    configuration: { action: "block", limit: 100 },
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  });
}

const streamWith = (...eventTypes: string[]) => ({
  name: "crm",
  status: "enabled",
  subscriptions: eventTypes.map((event_type) => ({ event_type })),
  destination: {
    type: "webhook",
    configuration: {
      webhook_endpoint: "https://crm.example.com/hooks/auth0",
      webhook_authorization: { method: "bearer", token: hookToken },
    },
  },
});

describe.each(programLanguages)("a program in %s", (language) => {
  let tenant: Tenant;
  let project: LanguageProject;
  let printed = "";
  /** Commands that run no program are the same in every language. */
  const onceForAll = language === "yaml" ? test : () => undefined;

  beforeAll(async () => {
    tenant = await newTenant();
    addPolicy(tenant);
    const secrets = secretSettings({ hookToken });
    project = await languageProject(language, tenant, secrets);
    for (const [name, value] of Object.entries(tenant.environment)) {
      project.env[`EU_${name}`] = value;
    }
  });

  /** Runs the CLI, and returns its exit code and output, and the writes that the tenant saw. */
  async function pulumi(...args: string[]) {
    tenant.clearRequests();
    const result = exitAndOutput(await project.pulumi(...args));
    printed += result;
    const requests = tenant.apiRequests().filter((request) => !request.startsWith("GET "));
    return { result, requests: requests.sort() };
  }
  const bodyOf = (route: string) =>
    tenant.requests.find((request) => `${request.method} ${request.path}`.startsWith(route))?.body;
  /** Reads outputs from the state, because the CLI sometimes does not print them. */
  const stackOutputs = () =>
    project.state().find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs;

  test("of the guide creates a stream and a policy, imports a policy and looks it up", async () => {
    await project.write(programOfPage(language));
    const { result, requests } = await pulumi("up", "--yes", "--skip-preview");
    expect(result).toMatch(/^exit code 0\n/);
    expect(result).toContain("= 1 imported");
    expect(stackOutputs()).toMatchObject({
      selector: "third_party_clients",
      firstPolicy: shownPolicy,
    });
    expect(requests).toEqual(["POST /event-streams", "POST /rate-limit-policies"]);
    expect(bodyOf("POST /api/v2/event-streams")).toEqual(
      streamWith("user.created", "user.deleted"),
    );
    expect(project.state().find(({ id }) => id === shownPolicy)?.type).toBe(
      "auth0-native:index:RateLimitPolicy",
    );
  });

  const changeLimitElsewhere = () =>
    Object.assign(tenant.policies.get(shownPolicy) ?? {}, {
      configuration: { action: "block", limit: 9 },
    });

  onceForAll("has drift by the guide's check after a change, and no other", async () => {
    const [, check = ""] =
      /^pulumi (refresh --preview-only .* --diff)$/m.exec(readPage("docs/start.md")) ?? [];
    changeLimitElsewhere();
    const { result } = await pulumi(...check.split(" "));
    expect(result).toMatch(/^exit code 7\n/);
    expect(result).toContain("limit: 100 => 9");
    expect(result).toContain("~ 1 to update");
  });

  test("has its secret only in the state, encrypted", () => {
    const revealed = JSON.stringify(project.state());
    const folders = ["state", "home"].map((folder) => readAll(join(project.folder, folder)));
    expect(revealed).toContain(hookToken);
    expect([printed, ...folders].join("\n")).not.toContain(hookToken);
  });

  if (language !== "go") return;

  test("compiles with the code of an import and the guide's corrections", async () => {
    addPolicy(tenant, `rlp_${"w".repeat(22)}`);
    const stream = { ...streamWith("user.created"), id: `est_${"w".repeat(22)}` };
    tenant.streams.set(stream.id, stream as never);
    const { folder, env } = project;
    const args = [join(root, "cli.js"), "import", "--run"];
    const imported = await run(process.execPath, args, folder, env);
    expect(exitAndOutput(imported)).toMatch(/^exit code 0\n/);
    const file = join(folder, "imported", "program.go");
    const code = readFileSync(file, "utf8");
    expect(code).toContain(secretPlaceholder);
    writeFileSync(file, corrected(code));
    // Compiles the program without linking it.
    await mustRun("go", ["list", "-export", ...BUILD, "./imported"], folder, env);
  });
});

/** Go code with the corrections that the page lists for a webhook and a policy that blocks. */
const corrected = (code: string) =>
  code
    .replace(/ActionDestinationArgs/g, "WebhookDestinationArgs")
    .replace(/ActionConfigurationArgs/g, "WebhookConfigurationArgs")
    .replace(/pulumi\.Any\{/g, "auth0native.BearerAuthorizationArgs{")
    .replace('"bearer"', 'pulumi.String("bearer")')
    .replace(
      /interface\{\}\(pulumi\.ToSecret.*StringOutput\)\)/,
      'config.New(ctx, "").RequireSecret("crmToken")',
    )
    .replace("AllowConfigurationArgs", "BlockConfigurationArgs")
    .replace("import (", 'import (\n"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"');
