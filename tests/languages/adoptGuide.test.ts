import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Tenant } from "../../emulator/src";
import { adoptCommands, expectOnePatch, filledTenant, page } from "../support/engine/adoptGuide";
import { runInShell } from "../support/engine/guideCommands";
import { type LanguageProject, languageProject } from "../support/engine/languageProject";
import { readAll } from "../support/engine/stack";
import { codeBlocks, readPage } from "../support/guides";
import { exitAndOutput, removeTemporaryFolders } from "../support/project";
import { leaksIn } from "../support/values/leaks";

// docs/adopt.md, followed to a clean drift check in Python.

afterAll(removeTemporaryFolders);

// The release of YAML's language host that the tests have cannot print secrets.
describe("in Python", () => {
  let tenant: Tenant;
  let project: LanguageProject;

  beforeAll(async () => {
    tenant = await filledTenant();
    project = await languageProject("python", tenant);
    await project.write("");
  });

  /** Runs the page's commands for the stack `test`. */
  const runCommands = (commands: string) =>
    runInShell(commands.replaceAll("production", "test"), project);

  test("its commands lead to a clean drift check, by reads and one PATCH", async () => {
    const [toImport, afterImport] = adoptCommands(project.folder);
    const imported = await runCommands(toImport);
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
    const updated = await runCommands(afterImport);
    expect(exitAndOutput(updated)).toMatch(/^exit code 0\n/);
    expect(updated.text).toMatch(/No drift in \w+ \(2 objects compared\)/);
    expectOnePatch(tenant);
    const written = ["state", "home", "imported"].map((part) =>
      readAll(join(project.folder, part)),
    );
    expect(leaksIn([imported.text, updated.text, ...written].join("\n"))).toEqual([]);
  });
});
