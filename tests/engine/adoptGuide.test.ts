import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Tenant } from "../../emulator/src";
import {
  adoptCommands,
  expectOnePatch,
  filledTenant,
  page,
  policyId,
  streamId,
} from "../support/engine/adoptGuide";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { runInShell } from "../support/engine/guideCommands";
import { linkPackages } from "../support/engine/linkedPackages";
import { readAll } from "../support/engine/stack";
import { blockWith } from "../support/guides";
import { exitAndOutput, removeTemporaryFolders, temporaryFolder } from "../support/project";
import { leaksIn } from "../support/values/leaks";

// docs/adopt.md, followed from an empty project to a clean drift check.

afterAll(removeTemporaryFolders);

describe("in TypeScript", () => {
  let tenant: Tenant;
  let project: { folder: string; env: NodeJS.ProcessEnv };

  beforeAll(async () => {
    tenant = await filledTenant();
    const folder = temporaryFolder();
    // The page's npm commands do this.
    writeFileSync(join(folder, "package.json"), "{}\n");
    linkPackages(folder);
    mkdirSync(join(folder, "state"));
    const environment = baseEnvironment(folder, await pulumiFolder());
    // tests/unit/sdk/types.test.ts compiles the page's programs.
    const quick = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
    project = { folder, env: { ...process.env, ...environment, ...tenant.environment, ...quick } };
  });

  test("its commands lead from an empty project to a clean drift check by reads and one PATCH", async () => {
    const newProject = blockWith(page, "sh", "npm init");
    // The environment already names the tenant.
    const start = newProject.replace(/^(npm|pulumi config|export) .*\n/gm, "");
    const commands = [start, ...adoptCommands(project.folder)].join("\n");
    const ended = await runInShell(commands, project);

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
