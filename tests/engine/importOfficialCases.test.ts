import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import { driftCommand } from "../support/drift/command";
import { keyProvider } from "../support/engine/keyService";
import { writeEmptyStack } from "../support/engine/newStack";
import { readState } from "../support/engine/stateFile";
import { type ImportProject, importProject } from "../support/import/importProject";
import { fillOfficial, withCanaries } from "../support/import/officialTenants";
import {
  fixture,
  pulumiExport,
  pulumiFixture,
  pulumiResource,
  secretMark,
  terraformFixture,
  terraformResource,
  terraformState,
} from "../support/officialStates";
import {
  exitAndOutput,
  mustRun,
  removeTemporaryFolders,
  temporaryFolder,
} from "../support/project";
import { manyPolicies } from "../support/tenant/many";
import { leaksIn } from "../support/values/leaks";
import { canaries } from "../support/values/samples";

let it: ImportProject;
let ids: string[];

const terraformTenant = "terraform-provider-auth0-1.54.1.tenant.json";
const state = JSON.parse(withCanaries(fixture(terraformFixture)));
const { streams } = JSON.parse(fixture(terraformTenant));
const streamId = (name: string): string => streams.find((one: Props) => one.name === name).id;

beforeAll(async () => {
  it = await importProject();
});
beforeEach(() => {
  it.tenant.streams.clear();
  it.tenant.policies.clear();
  ids = fillOfficial(it.tenant, terraformTenant);
  it.tenant.clearRequests();
});
/** Every case begins with an empty stack without configuration. */
afterEach(async () => {
  const settings = it.read("Pulumi.test.yaml").replace(/^config:[\s\S]*/m, "");
  writeFileSync(join(it.project.folder, "Pulumi.test.yaml"), settings);
  writeEmptyStack(join(it.project.folder, "state"));
  await mustRun("rm", ["-rf", "imported"], it.project.folder);
});
afterAll(async () => {
  removeTemporaryFolders();
  await it.remove();
});

function stateFile(text: string): string {
  const file = join(temporaryFolder(), "state.json");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const takeOver = (text: string, ...args: string[]) =>
  it.report("--from-terraform", stateFile(text), ...args);

/** What a command that fails prints; it writes nothing. */
async function failure(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await it.import(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(leaksIn(stderr)).toEqual([]);
  return stderr;
}

/** Changes where a stream sends events, as somebody would in the dashboard. */
function changeEndpoint(name: string): void {
  const { destination } = it.tenant.streams.get(streamId(name)) ?? {};
  if (destination) destination.configuration.webhook_endpoint = "https://other.example.com";
}

const writes = () => it.tenant.apiRequests().filter((request) => !request.startsWith("GET"));

describe("an object of the old state", () => {
  test("that the tenant does not have is named, and the others are taken over", async () => {
    it.tenant.streams.delete(streamId("bearer"));
    const { code, report } = await takeOver(JSON.stringify(state));
    expect(code).toBe(2);
    expect(report.skipped).toEqual([
      {
        kind: "EventStream",
        id: streamId("bearer"),
        label: "bearer",
        reasons: [expect.stringMatching(/ does not list it$/)],
      },
    ]);
    expect(report.objects.map(({ id }) => id).sort()).toEqual(
      ids.filter((id) => id !== streamId("bearer")),
    );
  });

  test("of another tenant is refused, with what to check", async () => {
    it.tenant.streams.clear();
    it.tenant.policies.clear();
    manyPolicies(it.tenant, 1);
    const text = await failure("--from-terraform", stateFile(JSON.stringify(state)));
    expect(text).toMatch(
      /lists no object of that state \(9 objects, such as EventStream est_\S+\): check/,
    );
  });

  test("whose destination was changed elsewhere gets no secret, and says so", async () => {
    changeEndpoint("bearer");
    const { report, stderr } = await takeOver(JSON.stringify(state));
    const bearer = report.objects.find(({ name }) => name === "bearer");
    expect(bearer?.secrets).toMatchObject([{ configKey: "bearerToken", foundIn: null }]);
    expect(bearer?.notes).toEqual([expect.stringContaining("changed outside of the old tool")]);
    expect(stderr).toContain("pulumi config set --secret bearerToken");
    expect(it.read("imported/index.ts")).toContain("// Note: Its destination was changed");
    expect(it.read("imported/import.json")).not.toContain("canary-token");
    expect(it.read("Pulumi.test.yaml")).not.toContain("bearerToken");
  });

  test("that --id, --name or --kind leaves out is not reported", async () => {
    it.tenant.streams.delete(streamId("bearer"));
    const text = JSON.stringify(state);
    const byName = await takeOver(text, "--name", "ba*");
    expect(byName).toMatchObject({
      code: 0,
      report: { objects: [{ name: "basic" }], skipped: [] },
    });
    const byKind = await takeOver(text, "--kind", "RateLimitPolicy", "--force");
    expect(byKind).toMatchObject({ code: 0, report: { skipped: [] } });
    expect(byKind.report.objects).toHaveLength(4);
    const byId = await takeOver(text, "--id", streamId("basic"), "--as", "mine", "--force");
    expect(byId).toMatchObject({ code: 0, report: { objects: [{ name: "mine" }] } });
  });

  test("that a selection does not find is refused", async () => {
    const source = ["--from-terraform", stateFile(JSON.stringify(state))];
    manyPolicies(it.tenant, 1);
    const [other = ""] = [...it.tenant.policies.keys()].slice(-1);
    expect(await failure(...source, "--id", other)).toContain(`has no object with the id ${other}`);
    expect(await failure(...source, "--name", "x*")).toContain(
      "names are those of the old program",
    );
  });
});

test("instances of several modules with the same name get names that tell them apart", async () => {
  const stream = (module: string, name: string) =>
    terraformResource("auth0_event_stream", "crm", [{ id: streamId(name) }], { module });
  const { report } = await takeOver(
    terraformState(
      stream("module.eu", "basic"),
      stream('module.eu["north"]', "bearer"),
      stream("module.us", "header"),
      stream('module.us["n"].module.x', "bridge"),
      stream('module.us.module.n["x"]', "action"),
    ),
  );
  const names = report.objects.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["eu-crm", "eu-north-crm", "us-crm", "us-n-x-crm"]));
  expect(new Set(names).size).toBe(5);
});

test("up sends the secrets that the configuration has in place of the old tool's, and no others", async () => {
  changeEndpoint("bearer");
  await it.configure({ "test:basicPassword": "canary-configured" });
  const { code, stderr } = await takeOver(JSON.stringify(state));
  expect(code).toBe(0);
  expect(stderr).toContain("has 1 secret from the old tool's state, encrypted");
  expect(stderr).toMatch(/has other values than the old tool's state for `basicPassword`/);
  expect(stderr).toContain("updates that send 2 secrets, and no other change");
  expect(stderr).toContain("pulumi config set --secret bearerToken");
  await it.pulumiImport();
  it.useProgram();
  await it.configure({ "test:bearerToken": "canary-new" });
  await it.pulumi("up", "--yes", "--skip-preview");
  const sent = ["basic", "bearer"].map((name) => `PATCH /event-streams/${streamId(name)}`);
  expect(writes().sort()).toEqual(sent.sort());
  const authorizations = ["basic", "bearer"].map(
    (name) =>
      it.tenant.streams.get(streamId(name))?.destination.configuration.webhook_authorization,
  );
  expect(authorizations).toMatchObject([
    { password: "canary-configured" },
    { token: "canary-new" },
  ]);
});

describe("a file or a stack", () => {
  const missing = join("no", "such", "stack.json");
  test("that is broken is refused by line and column", async () => {
    const text = await failure("--from-terraform", stateFile('{\n  "version": 4,,'));
    expect(text).toContain("state.json:2:16: the file is not JSON");
    expect(it.tenant.requests).toEqual([]);
  });

  test.each([
    ["no file", ["--from-terraform", missing], /cannot be read \(ENOENT.*terraform state pull/],
    [
      "neither a file nor a stack",
      ["--from-pulumi", missing],
      /is no file, and cannot be exported as a stack: [\s\S]*folder:stack/,
    ],
    [
      "a folder that does not exist",
      ["--from-pulumi", "nowhere:dev"],
      /there is no folder nowhere/,
    ],
    ["a list", ["--from-pulumi", "test", "--list"], /--list .* leave out/],
    ["both tools", ["--from-pulumi", "a", "--from-terraform", "b"], /pass one of them/],
  ])("%s is refused before the tenant is read", async (_, args, expected) => {
    expect(await failure(...args)).toMatch(expected);
    expect(it.tenant.requests).toEqual([]);
  });

  test("with the name of a folder in the project is taken for the stack", async () => {
    mkdirSync(join(it.project.folder, "test"), { recursive: true });
    expect(await failure("--from-pulumi", "test")).toContain("the state of Pulumi has no");
  });
});

describe("the guardian", () => {
  const guardian = (push: Props) =>
    pulumiResource("guardian:Guardian", "mfa", { id: "x", outputs: { push } });
  const source = (push: Props) => ["--from-pulumi", stateFile(pulumiExport([guardian(push)]))];

  test("with a legacy server key stays, and is named", async () => {
    const key = { directFcm: { serverKey: secretMark("canary-legacy-key") } };
    const { code, report, stderr } = await it.report(...source(key));
    expect({ code, objects: report.objects }).toEqual({ code: 2, objects: [] });
    expect(report).toMatchObject({
      ignored: [
        { address: expect.stringMatching(/::mfa$/), reason: expect.stringContaining("legacy API") },
      ],
    });
    expect(stderr).toMatch(
      /## Not imported\n\n- `urn:.*::mfa`: `push.directFcm.serverKey is the server key/,
    );
    expect(leaksIn(stderr)).toEqual([]);
  });

  test("with a service account gives its push credentials, without a request", async () => {
    const credentials = `${canaries.serverCredentials}\n`;
    const push = { fcmv1: { credentials: secretMark(credentials) } };
    const ended = await it.report(...source(push));
    expect(ended).toMatchObject({
      code: 0,
      report: { objects: [{ kind: "GuardianFcmv1Provider", id: "fcmv1", name: "push" }] },
    });
    expect(ended.stderr).toContain("Remove only `push.fcmv1.credentials` from it");
    await it.pulumiImport();
    it.useProgram();
    await it.pulumi("preview", "--expect-no-changes");
    expect(exitAndOutput(await driftCommand(it.project, "test"))).toMatch(/^exit code 0\n/);
    expect(writes()).toEqual([]);
    const { resources } = readState(join(it.project.folder, "state"));
    const own = resources.find(({ id }) => id === "fcmv1");
    expect(own?.inputs.serverCredentials).toMatchObject({ plaintext: JSON.stringify(credentials) });

    const again = await it.report(...source(push));
    expect(again).toMatchObject({
      code: 2,
      report: {
        objects: [],
        skipped: [{ id: "fcmv1", reasons: ['the stack test holds it already, as "push"'] }],
      },
    });
  });
});

describe("a stack that is both source and target", () => {
  test("has the new resources, and no old ones after the printed commands", async () => {
    const exported = JSON.parse(withCanaries(fixture(pulumiFixture)));
    fillOfficial(it.tenant, "pulumi-auth0-3.49.0.tenant.json");
    const text = JSON.stringify(exported).replaceAll(
      "urn:pulumi:fixture::official::",
      "urn:pulumi:test::test::",
    );
    const own = JSON.parse(text);
    own.deployment.secrets_providers = keyProvider;
    await it.pulumi("stack", "import", "--file", stateFile(JSON.stringify(own)));
    const { code, report } = await it.report("--from-pulumi", "test");
    expect({ code, count: report.objects.length }).toEqual({ code: 0, count: 9 });
    const readme = it.read("imported/README.md");
    const commands = readme.match(/^pulumi state delete .*$/gm) ?? [];
    expect(commands).toHaveLength(9);
    const { folder, env } = it.project;
    await mustRun("sh", ["-ec", commands.join("\n")], folder, env);
    // Its plugin, which an import would load, is not installed here.
    const provider = "urn:pulumi:test::test::pulumi:providers:auth0::default_3_49_0";
    await it.pulumi("state", "delete", provider, "--yes");
    await it.pulumiImport();
    const { resources } = readState(join(folder, "state"));
    const types = resources.map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("auth0:"))).toEqual([]);
    expect(types.filter((type) => type.includes("auth0-native:"))).toHaveLength(9);
  });
});
