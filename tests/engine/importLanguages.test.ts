import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { parse, stringify } from "yaml";
import { startTenant, type Tenant } from "../../emulator/src";
import { secretPlaceholder } from "../../provider/schema/placeholder";
import { pluginTypeToken } from "../../provider/stateContract";
import { BUILD } from "../../tools/pulumiBin/goModules";
import { driftCommand } from "../support/drift/command";
import { jsProject, type Project } from "../support/engine/jsProject";
import {
  type LanguageProject,
  languageProject,
  type ProgramLanguage,
  programLanguages,
} from "../support/engine/languageProject";
import { addPlugin } from "../support/engine/pluginFolder";
import { readAll } from "../support/engine/stack";
import { readState } from "../support/engine/stateFile";
import {
  type CommandResult,
  exitAndOutput,
  mustRun,
  removeTemporaryFolders,
  root,
  run,
  temporaryFolder,
} from "../support/project";
import { manyPolicies, manyStreams, streamIdOf } from "../support/tenant/many";
import { leaksIn } from "../support/values/leaks";

const clientSecret = "canary-client-secret";
const hookToken = "canary-hook-token";
const webhookId = `est_${"w".repeat(22)}`;

const tenants: Tenant[] = [];

/** A tenant with a webhook, a stream to an action, and a policy, made without Pulumi. */
async function filledTenant(): Promise<Tenant> {
  const tenant = await startTenant({ clientSecret });
  tenants.push(tenant);
  manyStreams(tenant, 1);
  manyPolicies(tenant, 1);
  const times = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };
  const webhook_authorization = { method: "bearer", token: "canary-tenant-token" };
  tenant.streams.set(webhookId, {
    id: webhookId,
    name: "crm",
    status: "enabled",
    subscriptions: [{ event_type: "user.created" }],
    destination: {
      type: "webhook",
      configuration: { webhook_endpoint: "https://crm.example.com", webhook_authorization },
    },
    ...times,
  });
  return tenant;
}

afterAll(async () => {
  for (const tenant of tenants) await tenant.close();
  removeTemporaryFolders();
});

interface ProgramKind {
  file: string;
  generated: string;
  /** One that declares nothing. */
  empty: string;
  /** Completes the generated program, as the README of the import and the guide of the language say. */
  complete: (code: string, expression: string, project: LanguageProject) => string;
  /** Whether Pulumi writes the code of objects with secrets. */
  writesSecrets: boolean;
}

/** The corrections that docs/languages.md lists. */
const goCorrections: [wrong: RegExp, right: string][] = [
  [
    /ActionDestinationArgs(?=\{\s+Configuration: \S+\{\s+WebhookAuthorization)/g,
    "WebhookDestinationArgs",
  ],
  [/ActionConfigurationArgs(?=\{\s+WebhookAuthorization)/g, "WebhookConfigurationArgs"],
  [
    /pulumi\.Any\{\s+Method: +"bearer"/g,
    'auth0native.BearerAuthorizationArgs{\nMethod: pulumi.String("bearer")',
  ],
  [/AllowConfigurationArgs(?=\{\s+Action: pulumi.String\("block"\))/g, "BlockConfigurationArgs"],
];

/** The release of pulumi-yaml that the tests have writes no secrets. */
const webhookInYaml = (token: string) => ({
  type: "auth0-native:EventStream",
  properties: {
    name: "crm",
    status: "enabled",
    subscriptions: [{ eventType: "user.created" }],
    destination: {
      type: "webhook",
      configuration: {
        webhookEndpoint: "https://crm.example.com",
        webhookAuthorization: { method: "bearer", token },
      },
    },
  },
  options: { protect: true },
});

const programs: Record<ProgramLanguage, ProgramKind> = {
  yaml: {
    file: "Pulumi.yaml",
    generated: "program.yaml",
    empty: "",
    complete: (code, expression, { folder }) =>
      stringify({
        ...parse(readFileSync(join(folder, "Pulumi.yaml"), "utf8")),
        config: { crmToken: { type: "string", secret: true } },
        resources: { ...parse(code).resources, crm: webhookInYaml(expression) },
      }),
    writesSecrets: false,
  },
  python: {
    file: "__main__.py",
    generated: "program.py",
    empty: "",
    complete: (code, expression) =>
      code
        .replace("\n\n", "\n\nconfig = pulumi.Config()\n\n")
        .replace(`pulumi.Output.secret("${secretPlaceholder}")`, expression),
    writesSecrets: true,
  },
  go: {
    file: "main.go",
    generated: "program.go",
    empty: "package main\n\nfunc main() {}\n",
    complete: (code, expression) =>
      goCorrections
        .reduce((corrected, [wrong, right]) => corrected.replace(wrong, right), code)
        .replace(
          `interface{}(pulumi.ToSecret("${secretPlaceholder}").(pulumi.StringOutput))`,
          expression,
        )
        .replace("import (", 'import (\n"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"'),
    writesSecrets: true,
  },
};

async function emptyProject(language: ProgramLanguage, tenant: Tenant): Promise<LanguageProject> {
  const folder = temporaryFolder();
  const { file, empty } = programs[language];
  writeFileSync(join(folder, file), empty);
  writeFileSync(join(folder, "Pulumi.yaml"), `name: test\nruntime: ${language}\n`);
  return languageProject(language, relative(root, folder), tenant);
}

const importCommand = (
  { folder, env }: Pick<LanguageProject, "folder" | "env">,
  ...args: string[]
) => run(process.execPath, [join(root, "cli.js"), "import", ...args], folder, env);

/** The names of the plugin's resources. */
const names = (resources: { urn: string; type: string }[]) =>
  resources
    .filter(({ type }) => type.startsWith(pluginTypeToken("")))
    .map(({ urn }) => urn.split("::").pop())
    .sort();

const allNames = ["client-id-c0", "crm", "stream-0"];

describe.each(programLanguages)("import --run in %s", (language) => {
  const { file, generated, complete, writesSecrets } = programs[language];
  let tenant: Tenant;
  let project: LanguageProject;
  let printed = "";
  const read = (name: string) => readFileSync(join(project.folder, name), "utf8");
  const writes = () => tenant.apiRequests().filter((request) => !request.startsWith("GET "));

  beforeAll(async () => {
    tenant = await filledTenant();
    project = await emptyProject(language, tenant);
  });

  async function pulumi(...args: string[]): Promise<string> {
    tenant.clearRequests();
    const result = exitAndOutput(await project.pulumi(...args));
    printed += result;
    return result;
  }

  test("imports the objects by reads alone, and names those without code", async () => {
    const ended = await importCommand(project, "--run", "--json", "report.json");
    printed += ended.text;
    expect(names(project.state())).toEqual(allNames);
    expect(read("state/.pulumi/stacks/test/test.json").match(/"protect":\s*true/g)).toHaveLength(3);
    expect(writes()).toEqual([]);
    const { objects } = JSON.parse(read("report.json"));
    expect(objects.map(({ name }: { name: string }) => name).sort()).toEqual(allNames);
    const named = allNames.filter((name) => read(`imported/${generated}`).includes(name));
    if (writesSecrets) {
      expect(ended.code).toBe(0);
      expect(named).toEqual(allNames);
    } else {
      expect(exitAndOutput(ended)).toMatch(/^exit code 2\n/);
      expect(named).toEqual(allNames.filter((name) => name !== "crm"));
      expect(ended.text).toContain(
        `Pulumi has written no code for EventStream \`crm\` (${webhookId})`,
      );
    }
  });

  test("leaves a program whose preview shows the secret, and no other change", async () => {
    const [, expression = ""] =
      /\| `crmToken` +\| `(.*?)` +\|/.exec(read("imported/README.md")) ?? [];
    const program = complete(read(`imported/${generated}`), expression, project);
    writeFileSync(join(project.folder, file), program);
    if (language === "go")
      await mustRun("go", ["build", ...BUILD, "-o", "program", "."], project.folder);
    await pulumi("config", "set", "--secret", "crmToken", hookToken);
    const preview = await pulumi("preview", "--diff");
    expect(preview).toMatch(/^exit code 0\n/);
    expect(preview).toMatch(/~ 1 to update\n\s+3 unchanged/);
    const changes = preview.match(/[~+-] \w+ *: [^{\n]*$/gm);
    expect(changes).toEqual(["+ token: [secret]"]);
  });

  test("sends the secret by one PATCH, and then nothing has drifted", async () => {
    expect(await pulumi("up", "--yes", "--skip-preview")).toMatch(/^exit code 0\n/);
    expect(writes()).toEqual([`PATCH /event-streams/${webhookId}`]);
    expect(JSON.stringify(tenant.requests.at(-1)?.body)).toContain(hookToken);
    const [, check = ""] = /^ *pulumi (refresh .*)$/m.exec(read("imported/README.md")) ?? [];
    expect(await pulumi(...check.split(" "))).toMatch(/^exit code 0\n/);
    const drift = await driftCommand(project, "test");
    printed += drift.text;
    expect(exitAndOutput(drift)).toMatch(/^exit code 0\n/);
  });

  test("shows no secret, and writes none in plain text", () => {
    const files = ["imported", "state", "home"].map((folder) =>
      readAll(join(project.folder, folder)),
    );
    expect(leaksIn([printed, ...files].join("\n"))).toEqual([]);
  });
});

describe("an object that Pulumi cannot import", () => {
  let tenant: Tenant;
  let project: LanguageProject;
  const readme = () => readFileSync(join(project.folder, "imported/README.md"), "utf8");

  beforeAll(async () => {
    tenant = await filledTenant();
    project = await emptyProject("python", tenant);
  });
  afterEach(() => {
    tenant.answer = undefined;
  });

  test("is named if it cannot be read, and the command of the README imports it later", async () => {
    tenant.answer = ({ path }) =>
      path.endsWith(webhookId)
        ? { status: 403, body: { errorCode: "insufficient_scope" } }
        : undefined;
    const ended = await importCommand(project, "--run", "--kind", "EventStream");
    expect(exitAndOutput(ended)).toMatch(/^exit code 1\n/);
    expect(ended.text).toContain(
      `Pulumi did not import 1 object, for the reasons above: EventStream crm (${webhookId}). Remove the cause, then run the import command in imported/README.md`,
    );
    expect(names(project.state())).toEqual(["stream-0"]);

    tenant.answer = undefined;
    const [command = ""] = /pulumi import .*$/m.exec(readme()) ?? [];
    await mustRun("sh", ["-c", command], project.folder, project.env);
    expect(names(project.state())).toEqual(["crm", "stream-0"]);
  });

  test("is named if it was deleted after it was listed, and the others get into state and program", async () => {
    manyStreams(tenant, 2);
    tenant.answer = ({ path }) => {
      // The command has listed the streams before.
      if (path.endsWith("/rate-limit-policies")) tenant.streams.delete(streamIdOf(1));
      return undefined;
    };
    const ended = await importCommand(project, "--run", "--force");
    expect(exitAndOutput(ended)).toMatch(/^exit code 2\n/);
    expect(ended.text).toContain(
      `(\`${streamIdOf(1)}\`): \`it was deleted in the tenant during the import\``,
    );
    expect(names(project.state())).toEqual(allNames);
    const program = readFileSync(join(project.folder, "imported/program.py"), "utf8");
    expect(program).toContain('"client-id-c0"');
    expect(program).not.toContain("stream-1");
  });
});

/** What docs/typescript-plugin.md says to replace in the generated program. */
const typescriptCorrections = [
  ["pulumi-auth0-native-sdk", "pulumi-auth0-native/plugin"],
  ["auth0_native.EventStreamStatus.Enabled", '"enabled"'],
  ["auth0_native.EventKind.User_created", '"user.created"'],
  [`pulumi.secret("${secretPlaceholder}")`, 'new pulumi.Config().requireSecret("crmToken")'],
] as const;

/** Whether the host for Node.js generates code. The one that tools/pulumiBin builds is too old for that. */
async function writesCode({ pulumi, folder }: Project): Promise<boolean> {
  const schema = join(root, "schema.json");
  const generate = ["package", "gen-sdk", schema, "--language", "nodejs"];
  return (await pulumi(...generate, "--out", join(folder, "sdk"))).code === 0;
}

describe("a TypeScript program on the plugin that auth0:* configures", () => {
  let tenant: Tenant;
  let project: Project;
  let ended: CommandResult;

  beforeAll(async () => {
    tenant = await filledTenant();
    project = await jsProject({ AUTH0_API_TOKEN: "canary-of-another-tenant" }, "", {
      typescript: true,
    });
    addPlugin(project);
    const { AUTH0_DOMAIN = "", AUTH0_CLIENT_ID = "" } = tenant.environment;
    const plain = [`auth0:domain=${AUTH0_DOMAIN}`, `auth0:clientId=${AUTH0_CLIENT_ID}`];
    const secret = [`auth0:clientSecret=${clientSecret}`];
    const settings = [
      ...plain.flatMap((text) => ["--plaintext", text]),
      ...secret.flatMap((text) => ["--secret", text]),
    ];
    await project.pulumi("config", "set-all", ...settings);
    ended = await importCommand(project, "--run", "--kind", "EventStream");
  });
  afterAll(() => project.remove());

  test("is imported with the stack's tenant and credentials", () => {
    const { resources } = readState(join(project.folder, "state"));
    expect(names(resources)).toEqual(["crm", "stream-0"]);
  });

  test("is a program whose preview shows the secret, or is named where the language host writes no code", async () => {
    if (!(await writesCode(project))) {
      expect(exitAndOutput(ended)).toMatch(/^exit code 2\n/);
      expect(ended.text).toContain("Pulumi has written no code for EventStream `crm`");
      return;
    }
    expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
    const program = readFileSync(join(project.folder, "imported/program.ts"), "utf8");
    project.write(
      typescriptCorrections.reduce(
        (code, [wrong, right]) => code.replaceAll(wrong, right),
        program,
      ),
    );
    await project.pulumi("config", "set", "--secret", "crmToken", hookToken);
    const preview = exitAndOutput(await project.pulumi("preview", "--diff"));
    expect(preview).toMatch(/^exit code 0\n/);
    expect(preview).toMatch(/\+ 1 to create\n\s+~ 1 to update\n/);
    expect(preview.match(/[~+-] \w+ *: [^{\n]*$/gm)).toEqual(["+ token: [secret]"]);
  });

  test("and its README names a command that takes them from the configuration", async () => {
    const { code } = await importCommand(project, "--kind", "RateLimitPolicy", "--out", "policies");
    expect(code).toBe(0);
    const readme = readFileSync(join(project.folder, "policies/README.md"), "utf8");
    const command = /^ *AUTH0_DOMAIN=[^`]*/m.exec(readme)?.[0] ?? "";
    const ran = await run("sh", ["-c", command], project.folder, {
      ...project.env,
      AUTH0_API_TOKEN: "",
    });
    expect(ran.text).toContain("= 1 imported");
    expect(leaksIn([readme, ended.text, ran.text].join("\n"))).toEqual([]);
  });
});
