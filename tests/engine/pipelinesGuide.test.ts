import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { startTenant, type Tenant } from "../../emulator/src";
import { mapProps } from "../../provider/shared/json";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { languagesEnvironment } from "../support/engine/generatedSdk";
import { runInShell } from "../support/engine/guideCommands";
import { writePluginFolder } from "../support/engine/pluginFolder";
import { blockWith, codeBlocks } from "../support/guides";
import { textsAt, writeFileIn } from "../support/pipelines/files";
import { newTeam } from "../support/pipelines/team";
import {
  exitAndOutput,
  filesIn,
  removeTemporaryFolders,
  root,
  run,
  temporaryFolder,
} from "../support/project";

// docs/pipelines.md, followed from an empty repository to the first push. ciGithub.test.ts runs the pipelines.

const page = "docs/pipelines.md";

let tenant: Tenant;
let project: { folder: string; env: NodeJS.ProcessEnv };

beforeAll(async () => {
  tenant = await startTenant();
  const home = temporaryFolder();
  const folder = join(home, "repository");
  for (const name of [folder, join(home, "state")]) mkdirSync(name);
  const environment = baseEnvironment(home, await pulumiFolder());
  project = { folder, env: { ...process.env, ...environment, ...tenant.environment } };
  // The page starts from the clone of an empty repository.
  await shell(`git init -q --bare -b main ../origin && git init -q -b main && git remote add origin ../origin
    git config user.email reader@example.com && git config user.name Reader`);
});
afterAll(async () => {
  await tenant.close();
  removeTemporaryFolders();
});

const shell = (commands: string) => runInShell(commands, project);

test("its commands write a program, two stacks and their pipelines, and push them", async () => {
  const [program = "", stacks = "", init = ""] = codeBlocks(page, "sh");
  // The page's npm commands do this.
  writeFileSync(join(project.folder, "package.json"), '{ "main": "index.ts" }\n');
  symlinkSync(join(root, "node_modules"), join(project.folder, "node_modules"));
  writeFileSync(join(project.folder, "index.ts"), blockWith(page, "ts", "RateLimitPolicy"));

  const commands = [
    program.replace(/^npm .*\n/gm, ""),
    // The environment already names the tenant.
    stacks.replace(/^pulumi config .*\n/gm, ""),
    init,
    blockWith(page, "sh", "git add ."),
  ];
  const ended = await shell(commands.join("\n"));

  expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
  expect(filesIn(join(project.folder, ".github/workflows"))).toEqual([
    "apply.yml",
    "drift.yml",
    "preview.yml",
  ]);
  expect(ended.stdout).toContain("The default branch is main (origin/HEAD)");
});

test("the lines of Pulumi.yaml and the SDK command for other languages find the plugin of the npm package", async () => {
  const folder = temporaryFolder();
  for (const name of ["state", "node_modules/.bin"])
    mkdirSync(join(folder, name), { recursive: true });
  // Pulumi writes a copy of the schema beside the plugin's folder.
  const plugin = writePluginFolder(join(folder, "node_modules/pulumi-auth0-native/plugin"));
  const command = "pulumi-resource-auth0-native";
  symlinkSync(join(plugin, command), join(folder, "node_modules/.bin", command));
  const program = `name: other
runtime: yaml
resources:
  wallet:
    type: auth0-native:RateLimitPolicy
    properties:
      resource: oauth_authentication_api
      consumer: client
      consumerSelector: default
      configuration: { action: log, limit: 100 }
${blockWith("docs/reference/install.md", "yaml", "plugins:")}`;
  writeFileSync(join(folder, "Pulumi.yaml"), program);
  const env = { ...process.env, ...(await languagesEnvironment(folder)), ...tenant.environment };
  const [generateSdk = ""] = blockWith("docs/python.md", "sh", "requirements.txt").split("\n");

  const commands = `pulumi stack init staging\npulumi preview --color never\n${generateSdk}`;
  const ended = exitAndOutput(await runInShell(commands, { folder, env }));

  expect(ended).toMatch(/^exit code 0\n/);
  expect(ended).toContain("auth0-native:index:RateLimitPolicy wallet create");
  expect(ended).not.toContain("using pulumi-resource-auth0-native from $PATH");
  expect(existsSync(join(folder, "sdk/python/pyproject.toml"))).toBe(true);
});

/** The scripts of a pipeline's steps, by the names of their jobs or steps. */
function scriptsIn(part: unknown, name = ""): Record<string, string> {
  if (typeof part !== "object" || part === null) return {};
  const { script, ...others } = part as { script?: string | string[] };
  const named = part as { job?: string; deployment?: string; name?: string };
  const own = named.name ?? named.job ?? named.deployment ?? name;
  const found = Object.values(others).map((one) => scriptsIn(one, own));
  return Object.assign({}, ...found, script && { [own]: [script].flat().join("\n") });
}

describe("the pipelines for Azure DevOps and Bitbucket", () => {
  const reference = "docs/reference/pipelines.md";
  const [azure, bitbucket] = ["# azure-pipelines.yml", "# bitbucket-pipelines.yml"].map((name) =>
    scriptsIn(parse(blockWith(reference, "yaml", name))),
  );

  test("have the same commands, which plan a commit, apply the plan while it's the newest, and find no drift", async () => {
    // Azure's shell goes on after a command that fails.
    expect(azure).toEqual(mapProps(bitbucket ?? {}, (script) => `set -e\n${script}\n`));
    const team = await newTeam("GitHub", ["staging"]);
    const { installation, repository, tenants } = team;
    const { staging = tenant } = tenants;
    const commit = await team.merge(await team.change("first", { limit: 100, action: "log" }));
    const env = {
      ...installation.environment(),
      ...{
        ...team.variables,
        ...team.secretsOf("staging-apply"),
        PATH: installation.pathWithPulumi,
      },
    };
    let out: Record<string, string> = {};
    const runJob = async (name: string) => {
      const folder = temporaryFolder();
      await repository.checkOut(commit, folder);
      for (const [file, text] of Object.entries(out)) writeFileIn(join(folder, "out"), file, text);
      const ended = await run(
        "bash",
        ["--noprofile", "--norc", "-c", azure?.[name] ?? ""],
        folder,
        env,
      );
      out = textsAt(join(folder, "out"));
      return exitAndOutput(ended);
    };
    expect(await runJob("plan")).toMatch(/^exit code 0\n/);
    expect(await runJob("apply")).toMatch(/^exit code 0\n/);
    expect([...staging.policies.values()]).toMatchObject([{ configuration: { limit: 100 } }]);
    expect(await runJob("drift")).toMatch(/^exit code 0\n/);

    staging.clearRequests();
    await repository.commit("main", {});
    expect(await runJob("apply")).toMatch(/^exit code 1\n/);
    expect(staging.apiRequests()).toEqual([]);
    await team.close();
  });
});
