import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { languages } from "../../tools/languages";
import { BUILD } from "../../tools/pulumiBin/goModules";
import { languagesEnvironment } from "../support/engine/generatedSdk";
import { runInShell } from "../support/engine/guideCommands";
import { commandsWith, startScopes, templateFolder } from "../support/engine/pageCommands";
import { blockWith } from "../support/guides";
import { linkFolder } from "../support/install/linkedFolder";
import {
  exitAndOutput,
  mustRun,
  removeTemporaryFolders,
  root,
  temporaryFolder,
} from "../support/project";

// Tests `make templates`, and the templates of the plugin's languages with the README's commands. The
// package's tests, which install with npm, test the templates in TypeScript and JavaScript.

let env: NodeJS.ProcessEnv;
let printed: string;
const tenants: Tenant[] = [];

beforeAll(async () => {
  env = {
    ...process.env,
    ...(await languagesEnvironment(temporaryFolder())),
    // The project's environment already has the SDK's build tools.
    PIP_NO_INDEX: "true",
    // pip reads it as the value of the setting that the option turns off.
    PIP_NO_BUILD_ISOLATION: "false",
    GOFLAGS: BUILD.map((flag) => `'${flag}'`).join(" "),
  };
  const tsx = join(root, "node_modules", ".bin", "tsx");
  ({ stdout: printed } = await mustRun(tsx, ["tools/templates/index.ts"], root, env));
});
afterAll(async () => {
  for (const tenant of tenants) await tenant.close();
  removeTemporaryFolders();
});

test("make templates prints the command that creates a project", () => {
  expect(printed).toContain(`\n  pulumi new ${join(root, "templates", "typescript")}\n`);
});

test.each(["python", "go", "yaml"])(
  "the README's commands create the template in %s without drift and without a plain token",
  async (language) => {
    const tenant = await startTenant({ scopes: startScopes });
    tenants.push(tenant);
    const folder = temporaryFolder();
    const project = join(folder, "identity");
    mkdirSync(project);
    if (language === "python") {
      const { python } = await languages();
      // Pulumi creates the rest of the environment.
      linkFolder(join(python, "lib"), join(project, "venv", "lib"));
    }
    const block = blockWith("README.md", "sh", "mkdir identity")
      // The package's test causes drift with the guide's commands.
      .replace(/^(?:curl|pulumi up --refresh|pulumi destroy).*\n/gm, "");
    const commands = commandsWith(block, templateFolder(language), folder);
    const result = await runInShell(commands, { folder, env: { ...env, ...tenant.environment } });

    expect(exitAndOutput(result)).toMatch(/^exit code 0\n/);
    expect(result.text).toContain("+ 3 created");
    expect(result.text).toContain("3 unchanged");
    expect([...tenant.streams.values()]).toEqual([
      expect.objectContaining({
        name: "crm",
        subscriptions: ["created", "deleted", "updated"].map((event) => ({
          event_type: `user.${event}`,
        })),
        destination: {
          type: "webhook",
          configuration: {
            webhook_endpoint: "https://crm.example.com/hooks/auth0",
            webhook_authorization: { method: "bearer", token: "change-me" },
          },
        },
      }),
    ]);
    expect([...tenant.policies.values()]).toEqual([
      expect.objectContaining({
        resource: "oauth_authentication_api",
        consumer: "client",
        consumer_selector: "third_party_clients",
        configuration: { action: "log", limit: 100 },
      }),
    ]);
    const settings = readFileSync(join(project, "Pulumi.dev.yaml"), "utf8");
    expect(settings).not.toContain("change-me");
  },
);
