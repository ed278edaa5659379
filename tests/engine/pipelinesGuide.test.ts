import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { startTenant, type Tenant } from "../../emulator/src";
import { mapProps } from "../../provider/shared/json";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { runInShell } from "../support/engine/guideCommands";
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
  const page = "examples/gitops/azure-and-bitbucket.md";
  const [azure, bitbucket] = ["# azure-pipelines.yml", "# bitbucket-pipelines.yml"].map((name) =>
    scriptsIn(parse(blockWith(page, "yaml", name))),
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
