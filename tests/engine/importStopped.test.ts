import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { endDrifts, startCommand, until } from "../support/drift/driftProcess";
import { jsProject, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";
import { mustRun } from "../support/project";
import { manyStreams, streamIdOf } from "../support/tenant/many";

const engine = withTenant();
const count = 100;
/** Its secret is not configured, so the preview has a copy of the stack's settings with one. */
const webhook = {
  type: "webhook",
  configuration: {
    webhook_endpoint: "https://example.com/hook",
    webhook_authorization: { method: "bearer", token: "token-of-tenant" },
  },
};
let project: Project;
/** Where commands put temporary files. */
let temporary: string;

beforeEach(async () => {
  manyStreams(engine.tenant, count);
  Object.assign(engine.tenant.streams.get(streamIdOf(0)) ?? {}, { destination: webhook });
  // It names the generated folder, so the command takes it for complete, and it does not end.
  const program = 'setTimeout(() => {}, 60_000); // "./imported"';
  project = await jsProject(engine.tenant.environment, program);
  temporary = join(project.folder, "temporary");
  mkdirSync(temporary);
});
afterEach(endDrifts);
afterEach(() => project.remove());

const startImport = () =>
  startCommand({ ...project, env: { ...project.env, TMPDIR: temporary } }, ["import", "--run"]);
const importedCount = async () => {
  const { deployment } = JSON.parse((await project.pulumi("stack", "export")).text);
  return deployment.resources.filter(({ id }: { id?: string }) => id?.startsWith("est_")).length;
};

test("a signal during `pulumi import` lets the engine end, and the same file completes the import", async () => {
  const command = startImport();
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

test("a signal during the preview leaves no copy of the stack's settings", async () => {
  const leftOver = () => readdirSync(temporary).filter((name) => name.startsWith("auth0-native"));
  const command = startImport();
  await until(() => leftOver().length > 0);
  await command.printed("Previewing update");
  command.kill("SIGTERM");
  const { code, text } = await command.ended;
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining("stopped by SIGTERM") });
  expect(leftOver()).toEqual([]);
});
