import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { startCommand, until } from "../support/drift/driftProcess";
import { passphraseSettings, writeStackSettings } from "../support/engine/newStack";
import { type ImportProject, importProject } from "../support/import/importProject";
import { canaryToken, clearTenant, fillSmall } from "../support/import/smallTenant";
import { mustRun, removeTemporaryFolders, root, run, temporaryFolder } from "../support/project";
import { manyPolicies, streamIdOf } from "../support/tenant/many";

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

  test("an unknown stack is refused, with the stacks that exist", async () => {
    const text = await failure(it.import("--stack", "prod"));
    expect(text).toContain('there is no stack "prod": the stacks of this project are test');
    expect(text).toContain("pulumi stack init");
  });

  test("a Pulumi CLI that is too old for import files is refused", async () => {
    const bin = temporaryFolder();
    const old =
      '#!/bin/sh\n[ "$1" = version ] && exec echo v3.253.0\nPATH=$REAL_PATH exec pulumi "$@"\n';
    writeFileSync(join(bin, "pulumi"), old, { mode: 0o755 });
    const { PATH = "" } = it.project.env;
    const ended = runWith({ PATH: `${bin}:${PATH}`, REAL_PATH: PATH });
    expect(await failure(ended)).toContain("the Pulumi CLI is 3.253.0: install 3.254.0 or a newer");
  });

  test("a stack of another project is not taken for one of this project", async () => {
    const text = await failure(it.import("--stack", "organization/other/test"));
    expect(text).toContain('there is no stack "organization/other/test"');
  });

  test("without a selected stack, --stack is asked for", async () => {
    const text = await failure(runWith({ PULUMI_HOME: temporaryFolder() }));
    expect(text).toContain("no stack is selected, and --stack names none");
  });

  test("a folder without a project is named", async () => {
    const text = await failure(runWith({}, [], temporaryFolder()));
    expect(text).toMatch(/is no Pulumi project .*--cwd.*pulumi new/);
  });

  test("a wrong passphrase is reported as such", async () => {
    writeStackSettings(it.project.folder, {}, passphraseSettings);
    await it.configure({ "test:crmToken": "canary-configured" });
    const text = await failure(runWith({ PULUMI_CONFIG_PASSPHRASE: "wrong" }));
    expect(text).toMatch(/incorrect passphrase/);
    writeStackSettings(it.project.folder);
  });

  test.each([
    [["--out", "."], "--out is the program's own folder"],
    [["--list", "--run"], "--list imports nothing: leave out --run and --as"],
    [["--as", "x"], "--as names one object: give its --id"],
    [["--kind", "Client"], "Allowed choices are EventStream, RateLimitPolicy"],
  ])("%j is refused", async (args, expected) => {
    expect(await failure(it.import(...args))).toContain(expected);
  });
});

/** An id of a stream. */
const oddId = (letter: string) => `est_${letter.repeat(22)}`;

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

  test("an id that the tenant does not have is named", async () => {
    const text = await failure(it.import("--id", streamIdOf(9)));
    expect(text).toContain(`the tenant lists no object with the id ${streamIdOf(9)}`);
  });

  test("a pattern that fits no name is named", async () => {
    expect(await failure(it.import("--name", "crn*"))).toContain("has a name like crn*; --list");
  });

  test("objects that no program can declare are named with the reason, and the others imported", async () => {
    const { streams } = it.tenant;
    const base = { status: "enabled", created_at: "2026-01-01T00:00:00.000Z" };
    const action = { type: "action", configuration: { action_id: "a" } };
    const later = { ...base, updated_at: base.created_at };
    streams.set(oddId("a"), {
      ...{ ...later, id: oddId("a"), name: "kafka" },
      destination: { type: "kafka", configuration: { topic: "canary-topic" } },
    });
    streams.set(oddId("b"), {
      ...{ ...later, id: oddId("b"), name: "later events", destination: action },
      subscriptions: [{ event_type: "moon.landed" }],
    });
    streams.set(oddId("c"), { ...later, id: oddId("c"), name: "half \ud800", destination: action });
    const { code, report, stderr } = await it.report();
    expect(code).toBe(2);
    expect(report.skipped).toMatchObject([
      { id: oddId("a"), label: "kafka", reasons: [expect.stringContaining("destination.type")] },
      { id: oddId("b"), reasons: [expect.stringContaining("subscriptions[0].eventType")] },
      { id: oddId("c"), reasons: [expect.stringContaining("name has half of a character")] },
    ]);
    expect(report.objects.map(({ name }) => name)).toEqual(["audit", "crm", "client-id-c0"]);
    expect(stderr).toContain("Not imported");
    expect(it.read("imported/index.ts")).toContain('// - EventStream "kafka" (est_aaa');
  });

  test("a field that is not known is left out, and noted", async () => {
    Object.assign(it.tenant.streams.get(streamIdOf(2)) ?? {}, { colour: "canary-red" });
    const { code, report, stderr } = await it.report();
    expect(code).toBe(0);
    const [audit] = report.objects;
    expect(audit?.notes).toEqual([expect.stringContaining('the field "colour"')]);
    expect(stderr).toContain("Imported in part");
    expect(it.read("imported/index.ts")).toContain('the field "colour"');
    expect(it.read("imported/import.json")).not.toContain("canary");
  });

  test("a rate limit makes it wait, and it reads everything", async () => {
    it.tenant.set({ rateLimit: { perSecond: 10, burst: 1 } });
    manyPolicies(it.tenant, 151);
    const headers = { "retry-after": "0" };
    it.tenant.addFault({ route: "GET /event-streams", kind: "status", status: 429, headers });
    const { report } = await it.report();
    expect(report.objects).toHaveLength(153);
    expect(it.tenant.apiRequests()).toHaveLength(6);
    it.tenant.set({ rateLimit: null });
  });
});

describe("the folder", () => {
  test.each([
    ["outside of the project", () => `../${basename(it.project.folder)}-outside`, ""],
    ["with odd characters", () => 'it\'s "odd" $HOME', "./"],
  ])("%s works as any other", async (_, outOf, prefix) => {
    const out = outOf();
    const ended = await it.import("--out", out);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain(`require(${JSON.stringify(prefix + out)});`);
    await it.pulumiImport(out);
    const state = await it.pulumi("stack", "export");
    expect(state).toContain(streamIdOf(1));
    expect((await it.report()).report.objects).toEqual([]);
    await emptyStack(state);
    await mustRun("rm", ["-rf", out], it.project.folder);
  });

  test("keeps a program whose objects the stack holds, even with --force", async () => {
    await it.import("--kind", "EventStream");
    await it.pulumiImport();
    const program = it.read("imported/index.ts");
    const { code, stderr } = await it.import("--force");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /imported\/index\.ts declares 2 resources that the stack test holds, such as EventStream "audit".*--out/,
    );
    expect(it.read("imported/index.ts")).toBe(program);
    // A resource that the program declares gets no new program.
    const [policy] = (await it.report("--list")).report.objects;
    const declared = await it.import("--id", policy?.id ?? "", "--as", "mine", "--force");
    expect(declared.code).toBe(0);
    expect(it.read("imported/index.ts")).toBe(program);
    expect((await it.import("--out", "imported/more")).code).toBe(0);
    await emptyStack(await it.pulumi("stack", "export"));
  });

  test("that is a file is refused by its name", async () => {
    writeFileSync(imported(), "mine");
    const { code, stderr } = await it.import();
    expect(code).toBe(1);
    expect(stderr).toMatch(/imported\/index\.ts cannot be written: ENOTDIR.*--out/);
    expect(readFileSync(imported(), "utf8")).toBe("mine");
  });

  test("in which a folder has the name of a file is left as it is", async () => {
    mkdirSync(imported("README.md"), { recursive: true });
    const { code, stderr } = await it.import("--force");
    expect(code).toBe(1);
    expect(stderr).toContain("imported/README.md");
    expect(readdirSync(imported())).toEqual(["README.md"]);
  });

  test("holds no file that others can read, whatever the umask", async () => {
    await it.configure({ "test:crmToken": canaryToken });
    const command = `umask 0; exec "${process.execPath}" "${cli}" import`;
    await mustRun("sh", ["-c", command], it.project.folder, it.project.env);
    const { stdout } = await mustRun(
      "find",
      [".", "-name", "import.json", "-perm", "600"],
      imported(),
    );
    expect(stdout).toBe("./import.json\n");
    const readable = readdirSync(imported()).filter((name) => name !== "import.json");
    for (const name of readable) {
      expect(readFileSync(imported(name), "utf8")).not.toContain(canaryToken);
    }
    await it.pulumi("config", "rm", "test:crmToken");
  });
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

test("a report that cannot be written is refused before anything is written", async () => {
  mkdirSync(join(it.project.folder, "reports"), { recursive: true });
  const text = await failure(it.import("--json", "reports"));
  expect(text).toContain('--json "reports" cannot be written: it is a folder; name a file in it');
  expect(it.tenant.requests).toEqual([]);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s leaves no file", async (signal) => {
  it.tenant.addFault({ route: "GET /rate-limit-policies", kind: "hang", times: 0 });
  const command = startCommand(it.project, ["import"]);
  await until(() => it.tenant.apiRequests().length > 1);
  command.kill(signal);
  const { code, text } = await command.ended;
  expect({ code, text }).toEqual({ code: 1, text: `error: stopped by ${signal}\n` });
  expect(existsSync(imported())).toBe(false);
});
