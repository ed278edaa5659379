import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { endDrifts, startCommand } from "../support/drift/driftProcess";
import { jsProject, type Project } from "../support/engine/jsProject";
import { readState } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { mustRun } from "../support/project";
import { manyStreams } from "../support/tenant/many";

const engine = withTenant();
const count = 40;
let project: Project;

afterAll(() => {
  endDrifts();
  project.remove();
});

const importedCount = () => {
  const { resources = [] }: Partial<ReturnType<typeof readState>> = readState(
    join(project.folder, "state"),
  );
  return resources.filter(({ id }) => id?.startsWith("est_")).length;
};

/** Holds up the process of the provider, which sends no request for an import, as long as a file exists. */
const holdWhile = (file: string) => `
  const Module = require("node:module"), { existsSync } = require("node:fs"), { _load } = Module;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  Module._load = function (name) {
    if (name === "pulumi-auth0-native/provider")
      while (existsSync(${JSON.stringify(file)})) Atomics.wait(pause, 0, 0, 10);
    return _load.apply(this, arguments);
  };`;

test("a signal during `pulumi import` lets the engine end, and the same file completes the import", async () => {
  manyStreams(engine.tenant, count);
  project = await jsProject(engine.tenant.environment, "", { inline: true });
  const hook = join(project.folder, "hold.cjs");
  const held = join(project.folder, "held");
  writeFileSync(held, "");
  writeFileSync(hook, holdWhile(held));
  const NODE_OPTIONS = `${project.env.NODE_OPTIONS} --require ${hook}`;
  const env = { ...project.env, NODE_OPTIONS };
  const command = startCommand({ ...project, env }, ["import", "--run"]);
  await command.printed("importing (");
  command.kill("SIGINT");
  // The engine prints this.
  await command.printed("^C received");
  rmSync(held);
  const { code, text } = await command.ended;
  expect({ code, text }).toEqual({
    code: 1,
    text: expect.stringMatching(
      /`pulumi cancel --stack test`[\s\S]*update canceled[\s\S]*\nerror: stopped by SIGINT\n$/,
    ),
  });
  expect(importedCount()).toBeLessThan(count);

  const [line = ""] = /^pulumi import .*$/m.exec(text) ?? [];
  await mustRun("sh", ["-c", line], project.folder, project.env);
  expect(importedCount()).toBe(count);
});
