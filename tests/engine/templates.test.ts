import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { languages } from "../../tools/languages";
import { BUILD } from "../../tools/pulumiBin/goModules";
import { languagesEnvironment } from "../support/engine/generatedSdk";
import { runInShell } from "../support/engine/guideCommands";
import { codeBlocks, codeBlocksOf, readPage } from "../support/guides";
import { downloads } from "../support/install/downloads";
import { linkFromRegistry, readManifest } from "../support/install/packageManagers";
import {
  exitAndOutput,
  mustRun,
  removeTemporaryFolders,
  root,
  temporaryFolder,
} from "../support/project";

// `make templates`, and then each template by the commands of the README, the one in TypeScript by those of
// docs/start.md. tests/architecture/docs.test.ts compares the two pages.

const page = "docs/start.md";

/** npm needs what lazyPulumi.cjs does not load. */
const forNpm = { NODE_OPTIONS: "" };

let env: NodeJS.ProcessEnv;
let printed: string;

beforeAll(async () => {
  env = {
    ...process.env,
    ...(await languagesEnvironment(temporaryFolder())),
    // Of the pages.
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_BACKEND_URL: "",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    npm_config_cache: join(downloads, "npm"),
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    // What the SDK is built with is in the environment of the project.
    PIP_NO_INDEX: "true",
    // pip reads it as the value of the setting that the option turns off.
    PIP_NO_BUILD_ISOLATION: "false",
    GOFLAGS: BUILD.map((flag) => `'${flag}'`).join(" "),
  };
  const tsx = join(root, "node_modules", ".bin", "tsx");
  ({ stdout: printed } = await mustRun(tsx, ["tools/templates/index.ts"], root, {
    ...env,
    ...forNpm,
  }));
});

const tenants: Tenant[] = [];
afterAll(async () => {
  for (const tenant of tenants) await tenant.close();
  removeTemporaryFolders();
});

/** The permissions that the page lists. */
const scopes = readPage(page).match(/\w+:(?:event_streams|rate_limit_policies)\b/g) ?? [];

/** An empty folder for a project, and a tenant. What the project takes from a registry is there already. */
async function trial(language: string) {
  const tenant = await startTenant({ scopes });
  tenants.push(tenant);
  const folder = temporaryFolder();
  const project = join(folder, "identity");
  mkdirSync(project);
  const template = join(root, "templates", language);
  const isNode = /script/.test(language);
  if (isNode) await linkFromRegistry(readManifest(template), project);
  if (language === "python") {
    const { python } = await languages();
    cpSync(python, join(project, "venv"), { recursive: true, verbatimSymlinks: true });
  }
  const run = (commands: string, cwd = project) =>
    runInShell(commandsFor(commands, language, folder), {
      folder: cwd,
      env: {
        ...env,
        ...tenant.environment,
        // The CLI's own host is beside it: without a warning that the page does not show.
        PULUMI_IGNORE_AMBIENT_PLUGINS: String(isNode),
      },
    });
  return { tenant, folder, project, run };
}

/** Commands of a page for this machine: without questions, and in a folder that has dependencies already. */
const commandsFor = (commands: string, language: string, folder: string) =>
  commands
    .replace(/ +# .*$/gm, "")
    .replace(/^export AUTH0_.*\n/gm, "")
    .replace("file://~", `file://${folder}`)
    .replace("mkdir identity && ", "")
    .replace("<clone>/templates/typescript", join(root, "templates", language))
    .replace(
      /^pulumi new \S+/gm,
      "NODE_OPTIONS= $& --yes --force --secrets-provider hashivault://tests",
    )
    .replace(/^pulumi destroy/gm, "$& --yes --skip-preview");

/** What the program of each language creates. */
const created = [
  {
    name: "crm",
    status: "enabled",
    subscriptions: ["created", "deleted", "updated"].map((what) => ({
      event_type: `user.${what}`,
    })),
    destination: {
      type: "webhook",
      configuration: {
        webhook_endpoint: "https://crm.example.com/hooks/auth0",
        webhook_authorization: { method: "bearer", token: "change-me" },
      },
    },
  },
  {
    resource: "oauth_authentication_api",
    consumer: "client",
    consumer_selector: "third_party_clients",
    configuration: { action: "log", limit: 100 },
  },
];

/** The bodies of the requests that create. */
const createdIn = ({ requests }: Tenant) =>
  requests
    .filter(({ method, path }) => method === "POST" && path.startsWith("/api/v2/"))
    .sort((one, other) => one.path.localeCompare(other.path))
    .map(({ body }) => body);

test("make templates prints the command of the README", () => {
  const [, command = ""] = /^(pulumi new <clone>\S+)/m.exec(readPage("README.md")) ?? [];
  expect(printed).toContain(`\n  ${command.replace("<clone>", root)}\n`);
});

const commandsOfReadme = codeBlocks("README.md", "sh").find((block) => /^pulumi new/m.test(block));

test.each(["javascript", "python", "go", "yaml"])(
  "the template in %s is created, free of drift and destroyed by the commands of the README",
  async (language) => {
    const { tenant, folder, run } = await trial(language);
    const result = await run(commandsOfReadme ?? "", folder);
    expect(exitAndOutput(result)).toMatch(/^exit code 0\n/);
    expect(result.text).toContain("+ 3 created");
    expect(result.text).toContain("3 unchanged");
    expect(createdIn(tenant)).toEqual(created);
    expect([tenant.streams.size, tenant.policies.size]).toEqual([0, 0]);
    const settings = readFileSync(join(folder, "identity", "Pulumi.dev.yaml"), "utf8");
    expect(settings).not.toContain("change-me");
  },
);

/** The commands of the page in order, and what it says that each prints. */
const steps = readPage(page)
  .split("\n```sh\n")
  .slice(1)
  .map((part) => ({
    commands: part.split("```")[0] ?? "",
    shown: codeBlocksOf(part, "text")[0] ?? "",
  }))
  .filter(({ commands }) => /^(?:pulumi|mkdir|npx pulumi)/.test(commands));

/** Without what differs in each run, and without questions. */
const comparable = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replace(/"\w+"|\([\d.]+s\)/g, "…").trimEnd())
    .filter(
      (line) => line !== "" && !/^[\w ]+ .*\(.*\):$/.test(line) && !/^[\w ,]+.*:$/.test(line),
    );

test(`the template in TypeScript lives through the commands of ${page}, which print what it shows`, async () => {
  const { tenant, folder, project, run } = await trial("typescript");
  env = { ...env, PULUMI_BACKEND_URL: `file://${folder}`, PULUMI_CONFIG_PASSPHRASE: "trial" };
  const program = join(project, "index.ts");
  let ups = 0;
  for (const { commands, shown } of steps.filter((step) => !step.commands.includes("config set"))) {
    if (commands.startsWith("pulumi up") && ++ups === 2) {
      const [, from = "", to = ""] = /change `(.*?)` to `(.*?)`/.exec(readPage(page)) ?? [];
      expect(createdIn(tenant)).toEqual(created);
      writeFileSync(program, readFileSync(program, "utf8").replace(from, to));
    }
    const result = await run(commands, commands.startsWith("mkdir") ? folder : project);
    expect(exitAndOutput(result)).toMatch(/^exit code 0\n/);
    const lines = comparable(result.text);
    expect(lines).toEqual(expect.arrayContaining(comparable(shown)));
  }
  expect(steps.map(({ commands }) => commands.trim().split("\n").at(-1))).toEqual([
    expect.stringMatching(/^pulumi new /),
    "pulumi preview",
    "pulumi up",
    "pulumi up",
    "pulumi refresh --preview-only --expect-no-changes",
    "npx pulumi-auth0-native drift",
    "pulumi destroy",
    "pulumi config set --secret hookToken",
  ]);
  expect(tenant.apiRequests().filter((request) => /^PATCH/.test(request))).toHaveLength(1);
  expect([tenant.streams.size, tenant.policies.size]).toEqual([0, 0]);
});
