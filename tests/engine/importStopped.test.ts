import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { until } from "../support/clock/until";
import { endDrifts, startCommand } from "../support/drift/driftProcess";
import { jsProject, type Project } from "../support/engine/jsProject";
import { killTree } from "../support/engine/killTree";
import { startPulumi } from "../support/engine/startPulumi";
import { readState } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { exitAndOutput, mustRun } from "../support/project";
import { manyStreams } from "../support/tenant/many";

const engine = withTenant();
const count = 40;
let project: Project;

beforeEach(async () => {
  engine.tenant.streams.clear();
  project = await jsProject(engine.tenant.environment, "", { inline: true });
});
afterEach(endDrifts);
afterEach(() => project.remove());

const importedCount = () => {
  const { resources = [] }: Partial<ReturnType<typeof readState>> = readState(
    join(project.folder, "state"),
  );
  return resources.filter(({ id }) => id?.startsWith("est_")).length;
};

/** The resources have the names that an import gives them. */
const twelveStreams = `
  const { EventStream } = require("pulumi-auth0-native");
  for (let number = 1; number <= 12; number++)
    new EventStream("stream-" + number, {
      name: "stream " + number,
      destination: { type: "webhook", configuration: {
        webhookEndpoint: "https://crm.example.com/hook",
        webhookAuthorization: { method: "bearer", token: "canary-token" },
      } },
    });
`;

test("an `up` without checkpoints that was killed is completed by an import and the next `up`", async () => {
  const { tenant } = engine;
  const create = "POST /event-streams";
  project.write(twelveStreams);
  project.env.PULUMI_SKIP_CHECKPOINTS = "true";
  tenant.addFault({ route: create, kind: "hang", when: "after", skip: 5, times: 0 });
  const up = ["up", "--yes", "--skip-preview", "--parallel", "4"];
  const { pid } = startPulumi(project, ...up);
  await until(() => tenant.streams.size === 9);
  killTree(pid);
  tenant.clearFaults();
  await mustRun("pulumi", ["cancel", "--yes"], project.folder, project.env);

  await startCommand(project, ["import", "--run"]).ended;
  expect(importedCount()).toBe(9);
  tenant.clearRequests();
  const completed = await project.pulumi(...up);
  expect(exitAndOutput(completed)).toMatch(/^exit code 0\n/);
  expect(completed.text).toContain("+ 3 created");
  const sent = tenant.apiRequests().filter((request) => request === create);
  expect(sent).toHaveLength(3);
  expect([...tenant.streams.values()].map(({ name }) => name).sort()).toEqual(
    Array.from({ length: 12 }, (_, index) => `stream ${index + 1}`).sort(),
  );
});

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
