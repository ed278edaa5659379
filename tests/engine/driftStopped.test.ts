import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { DriftReport } from "../../cli/reports/drift/report";
import { until } from "../support/clock/until";
import {
  endDrifts,
  limitAtSigusr2,
  processesIn,
  processName,
  signalEngines,
  startDrift,
} from "../support/drift/driftProcess";
import { problemsOfReport } from "../support/drift/driftReports";
import { jsProjectWithStream, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";
import { removeTemporaryFolders, temporaryFolder } from "../support/project";
import { hold } from "../support/tenant/hold";

const reportIn = (folder: string) => {
  const report: DriftReport = JSON.parse(readFileSync(join(folder, "out/drift.json"), "utf8"));
  expect(problemsOfReport(report)).toEqual([]);
  return report.stacks.map(({ name, problems }) => [name, ...problems.map((it) => it.message)]);
};

afterEach(endDrifts);

const json = ["--json", "out/drift.json"];
/** The command prints this at the first signal. */
const stopping = "Send the signal again to end right away";

describe("before a stack is checked", () => {
  /** The engine here starts, says so in a file, and never comes back. */
  function project() {
    const folder = temporaryFolder();
    const pulumi = join(folder, "pulumi");
    writeFileSync(pulumi, '#!/bin/sh\ntouch "$STARTED"\nexec sleep 600\n');
    chmodSync(pulumi, 0o755);
    const started = join(folder, "started");
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, STARTED: started };
    return { folder, env, started };
  }
  afterAll(removeTemporaryFolders);

  /** Only commander loads this module in the bundled command line, after it listens to signals. */
  const loadedByCommander = "node:process";

  /** Sends a signal to the process as it loads a module. */
  const signalAt = (module: string) =>
    `const Module = require("node:module"), { _load } = Module;
     Module._load = function (name) {
       if (name === ${JSON.stringify(module)}) process.kill(process.pid, "SIGTERM");
       return _load.apply(this, arguments);
     };`;

  test("a signal that arrives while modules are loaded leaves a report", async () => {
    const { folder, env } = project();
    const args = ["production", "../other:staging", ...json];
    const hook = limitAtSigusr2() + signalAt(loadedByCommander);
    const { code, text } = await startDrift({ folder, env }, args, hook).ended;
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining("2 of 2 stacks") });
    expect(reportIn(folder)).toEqual([
      ["production", "not checked: stopped by SIGTERM"],
      ["staging", "not checked: stopped by SIGTERM"],
    ]);
  });

  test.each<[NodeJS.Signals, string[], string, string]>([
    ["SIGINT", ["production"], "production", "only partly checked"],
    ["SIGTERM", ["production"], "production", "only partly checked"],
    ["SIGHUP", ["production"], "production", "only partly checked"],
    ["SIGTERM", [], "selected stack", "not checked"],
    ["SIGTERM", ["--all"], "all stacks", "not checked"],
  ])("%s while the engine starts for %j leaves a report, and no process", async (...row) => {
    const [signal, args, name, reason] = row;
    const { folder, env, started } = project();
    const drift = startDrift({ folder, env }, [...args, ...json]);
    await until(() => existsSync(started));
    drift.kill(signal);
    expect((await drift.ended).code).toBe(1);
    expect(reportIn(folder)).toEqual([[name, `${reason}: stopped by ${signal}`]]);
    await until(() => processesIn(folder).length === 0);
  });

  test("a second signal ends the process, even if its event loop is blocked", async () => {
    const { folder, env } = project();
    // By then, the command has handled the first signal and is only writing a file.
    const blocked = `${signalAt(loadedByCommander)}
      process.once("SIGTERM", () => setTimeout(() => {
        require("node:fs").writeSync(2, "blocked\\n");
        for (;;);
      }, 1000));`;
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const drift = startDrift({ folder, env }, ["production", "--json", "pipe"], blocked);
    await drift.printed("blocked");
    drift.kill("SIGTERM");
    expect(await drift.ended).toMatchObject({ code: null, signal: "SIGTERM" });
  });

  test("a repeated signal counts once, and a pipe without a reader delays no exit", async () => {
    // `timeout` and npx repeat a signal right away.
    const { folder, env } = project();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const args = ["production", "--json", "pipe"];
    const hook = limitAtSigusr2(200, 9000) + signalAt(loadedByCommander);
    const drift = startDrift({ folder, env }, args, hook);
    await drift.printed("1 of 1 stack couldn't be checked");
    drift.kill("SIGINT");
    drift.kill("SIGUSR2");
    expect((await drift.ended).signal).toBe("SIGTERM");
  });
});

describe("while stacks are checked", () => {
  const engine = withTenant();
  let project: Project;

  beforeAll(async () => {
    project = await jsProjectWithStream(engine.tenant.environment);
  });
  afterEach(() => {
    engine.tenant.respond = undefined;
    engine.tenant.clearFaults();
  });
  afterAll(() => project.remove());

  /** The command reads these as JSON and shows none of them. */
  const printEvents = `
    const { parse } = JSON;
    JSON.parse = (...args) => {
      console.error(args[0]);
      return parse(...args);
    };`;

  async function startedDrift(args: string[], hook?: string) {
    engine.tenant.clearRequests();
    const drift = startDrift(project, [...args, ...json], hook);
    await until(() => engine.tenant.requests.length > 0);
    return drift;
  }

  test("the engine ends its current step, and the report names the unchecked stacks", async () => {
    const requests = hold(engine.tenant, "*");
    const hook = limitAtSigusr2() + printEvents;
    const drift = await startedDrift(["test", "another", "--parallel", "1"], hook);
    await requests.arrived(1);
    drift.kill("SIGTERM");
    // This is one of the engine's events.
    await drift.printed("^C received");
    requests.release();
    const { code, text } = await drift.ended;
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining("of 2 stacks") });
    expect(reportIn(project.folder)).toEqual([
      ["test", "only partly checked: stopped by SIGTERM"],
      ["another", "not checked: stopped by SIGTERM"],
    ]);
    expect(running(project)).toEqual([]);
  });

  test("an engine that does not stop is killed, and the report is written", async () => {
    engine.tenant.addFault({ route: "*", times: 0, kind: "hang" });
    const drift = await startedDrift(["test"], limitAtSigusr2(5000));
    drift.kill("SIGTERM");
    await drift.printed(stopping);
    drift.kill("SIGUSR2");
    expect((await drift.ended).code).toBe(1);
    expect(reportIn(project.folder)).toEqual([["test", "only partly checked: stopped by SIGTERM"]]);
    await until(() => running(project).length === 0);
  });

  test("an engine that is killed leaves no provider process", async () => {
    engine.tenant.addFault({ route: "*", times: 0, kind: "hang" });
    const drift = await startedDrift(["test"]);
    signalEngines(project.folder, "SIGKILL");
    expect((await drift.ended).code).toBe(1);
    await until(() => running(project).length === 0);
  });

  test("a second signal ends the command and the engine right away", async () => {
    engine.tenant.addFault({ route: "*", times: 0, kind: "hang" });
    const temporary = join(project.folder, "temporary");
    mkdirSync(temporary);
    project.env.TMPDIR = temporary;
    const drift = await startedDrift(["test"]);
    drift.kill("SIGTERM");
    await drift.printed(stopping);
    // The signal is repeated until it no longer counts as an echo of the first.
    while (!(await ended(drift.ended, 100))) drift.kill("SIGTERM");
    expect(await drift.ended).toMatchObject({ code: null, signal: "SIGTERM" });
    await until(() => running(project).length === 0);
    expect(readdirSync(temporary)).not.toContainEqual(expect.stringMatching("auth0-native"));
  });
});

/**
 * The engine and the provider's processes. An engine that is killed, or whose output is closed, leaves
 * its language host, which ends within five minutes (pulumi/pulumi, sdk/go/common/util/rpcutil).
 */
const running = ({ folder }: Project) =>
  processesIn(folder).filter((id) => processName(id) !== "pulumi-language");

const ended = (process: Promise<unknown>, withinMs: number) =>
  Promise.race([
    process.then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), withinMs)),
  ]);
