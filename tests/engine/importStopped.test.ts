import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { endDrifts, startCommand } from "../support/drift/driftProcess";
import { jsProject, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";
import { mustRun } from "../support/project";
import { manyStreams } from "../support/tenant/many";

const engine = withTenant();
const count = 100;
let project: Project;

beforeEach(async () => {
  manyStreams(engine.tenant, count);
  project = await jsProject(engine.tenant.environment, "// A program.\n");
});
afterEach(endDrifts);
afterEach(() => project.remove());

const importedCount = async () => {
  const { deployment } = JSON.parse((await project.pulumi("stack", "export")).text);
  return deployment.resources.filter(({ id }: { id?: string }) => id?.startsWith("est_")).length;
};

test("a signal during `pulumi import` lets the engine end, and the same file completes the import", async () => {
  const command = startCommand(project, ["import", "--run"]);
  await command.printed("imported (");
  command.kill("SIGINT");
  const { code, text } = await command.ended;
  expect({ code, text }).toEqual({
    code: 1,
    text: expect.stringMatching(
      /`pulumi cancel --stack test`[\s\S]*update canceled[\s\S]*\nerror: stopped by SIGINT\n$/,
    ),
  });
  expect(await importedCount()).toBeLessThan(count);

  const readme = readFileSync(join(project.folder, "imported", "README.md"), "utf8");
  const [line = ""] = /^ *pulumi import .*$/m.exec(readme) ?? [];
  await mustRun("sh", ["-c", line], project.folder, project.env);
  expect(await importedCount()).toBe(count);
});
