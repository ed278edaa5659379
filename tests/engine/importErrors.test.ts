import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { startCommand, until } from "../support/drift/driftProcess";
import { passphraseSettings, writeStackSettings } from "../support/engine/newStack";
import { type ImportProject, importProject } from "../support/import/importProject";
import { clearTenant, fillSmall } from "../support/import/smallTenant";
import { mustRun, removeTemporaryFolders, root, run, temporaryFolder } from "../support/project";
import { streamIdOf } from "../support/tenant/many";

let it: ImportProject;

beforeAll(async () => {
  it = await importProject();
});
beforeEach(() => fillSmall(it.tenant));
afterEach(async () => {
  clearTenant(it.tenant);
  it.tenant.clearFaults();
  it.tenant.clearRequests();
  await mustRun("rm", ["-rf", "imported"], it.project.folder);
});
afterAll(async () => {
  removeTemporaryFolders();
  await it.remove();
});

const cli = join(root, "cli.js");
/** Runs the command with another environment, or in another folder. */
const runWith = (env: NodeJS.ProcessEnv, args: string[] = [], folder = it.project.folder) =>
  run(process.execPath, [cli, "import", ...args], folder, { ...it.project.env, ...env });
const imported = (file = "") => join(it.project.folder, "imported", file);

async function emptyStack(exported: string): Promise<void> {
  for (const { urn } of JSON.parse(exported).deployment.resources.reverse()) {
    await it.pulumi("state", "delete", urn, "--force", "--yes");
  }
}

/** What a command that fails prints: nothing on standard output, and no file. */
async function failure(ended: ReturnType<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(existsSync(imported())).toBe(false);
  return stderr;
}

describe("before the tenant is read", () => {
  afterEach(() => expect(it.tenant.requests).toEqual([]));

  test.each(["prod", "organization/other/test"])(
    "the unknown stack %s is refused",
    async (name) => {
      const text = await failure(it.import("--stack", name));
      expect(text).toContain(`there is no stack "${name}": the stacks of this project are test`);
      expect(text).toContain("pulumi stack init");
    },
  );

  test("a Pulumi CLI that is too old for import files is refused", async () => {
    const bin = temporaryFolder();
    const old =
      '#!/bin/sh\n[ "$1" = version ] && exec echo v3.253.0\nPATH=$REAL_PATH exec pulumi "$@"\n';
    writeFileSync(join(bin, "pulumi"), old, { mode: 0o755 });
    const { PATH = "" } = it.project.env;
    const ended = runWith({ PATH: `${bin}:${PATH}`, REAL_PATH: PATH });
    expect(await failure(ended)).toContain("the Pulumi CLI is 3.253.0: install 3.254.0 or a newer");
  });

  test("without a selected stack, --stack is asked for", async () => {
    const text = await failure(runWith({ PULUMI_HOME: temporaryFolder() }));
    expect(text).toContain("no stack is selected, and --stack names none");
  });

  test("a wrong passphrase is reported as such", async () => {
    writeStackSettings(it.project.folder, {}, passphraseSettings);
    await it.configure({ "test:crmToken": "canary-configured" });
    const text = await failure(runWith({ PULUMI_CONFIG_PASSPHRASE: "wrong" }));
    expect(text).toMatch(/incorrect passphrase/);
    writeStackSettings(it.project.folder);
  });
});

describe("reading the tenant", () => {
  test("without permission for one kind, the scope is named, and the option that takes the other", async () => {
    const token = it.tenant.issueToken({ scopes: ["read:event_streams"] });
    const text = await failure(runWith({ AUTH0_API_TOKEN: token }));
    expect(text).toContain("grant the scope read:rate_limit_policies");
    expect(text).toContain("--kind EventStream");
    const other = await runWith({ AUTH0_API_TOKEN: token }, ["--kind", "EventStream"]);
    expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining("2 EventStream") });
  });

  test("wrong credentials are reported without them", async () => {
    const text = await failure(runWith({ AUTH0_CLIENT_SECRET: "canary-wrong-secret" }));
    expect(text).toMatch(/POST .*\/oauth\/token.*401/);
    expect(text).not.toContain("canary");
  });

  test("an empty tenant has nothing to import, and leaves no file", async () => {
    clearTenant(it.tenant);
    const { code, report, stderr } = await it.report();
    expect({ code, objects: report.objects }).toEqual({ code: 0, objects: [] });
    expect(stderr).toContain("0 objects that no stack of this project holds");
    expect(existsSync(imported())).toBe(false);
  });
});

test("a resource that the program declares gets no program", async () => {
  const { code, report } = await it.report("--id", streamIdOf(1), "--as", "mine");
  expect({ code, names: report.objects.map(({ name }) => name) }).toEqual({
    code: 0,
    names: ["mine"],
  });
  expect(readdirSync(imported())).toEqual(["import.json"]);
});

test("a program that fails after --run hides neither the report nor its own error", async () => {
  it.project.write('throw new Error("no database"); // "./imported"');
  const { code, stdout, stderr } = await it.import("--run");
  it.project.write("// A program.\n");
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("# Import of") });
  expect(stderr).toMatch(/error: Running program .* failed/);
  const state = await it.pulumi("stack", "export");
  expect(state).toContain(streamIdOf(1));
  await emptyStack(state);
});

test("a signal leaves no file", async () => {
  it.tenant.addFault({ route: "GET /rate-limit-policies", kind: "hang", times: 0 });
  const command = startCommand(it.project, ["import"]);
  await until(() => it.tenant.apiRequests().length > 1);
  command.kill("SIGINT");
  const { code, text } = await command.ended;
  expect({ code, text }).toEqual({ code: 1, text: "error: stopped by SIGINT\n" });
  expect(existsSync(imported())).toBe(false);
});
