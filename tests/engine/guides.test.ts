import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse, stringify } from "yaml";
import { runInShell } from "../support/engine/guideCommands";
import { jsProject, type Project } from "../support/engine/jsProject";
import { readState } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { blockWith, codeBlocks, pluginPage, programPages, readPage } from "../support/guides";
import { exitAndOutput } from "../support/project";
import { store } from "../support/tenant/objects";
import { action } from "../support/values/eventStream";
import { serviceAccount } from "../support/values/guardianFcmv1Provider";
import { jsonCopy } from "../support/values/inputs";
import { kindNamed } from "../support/values/kinds";
import { policy } from "../support/values/rateLimitPolicy";

const engine = withTenant();

// tests/unit/sdk/types.test.ts compiles these programs with the compiler's checks.
// The hooks of this page need the language host of a current CLI; hooks.test.ts runs them without one.
const hooksPage = "docs/reference/hooks.md";
const programs = programPages.filter((page) => ![pluginPage, hooksPage].includes(page));

let project: Project;

beforeAll(async () => {
  const environment = {
    ...engine.tenant.environment,
    ...prefixed("EU_", engine.tenant.environment),
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };
  const keys = ["hookToken", "hookKey", "crmSyncToken"];
  const values = Object.fromEntries(keys.map((key) => [key, `canary-${key}`]));
  const configuration = { ...values, firebase: serviceAccount("canary-firebase") };
  project = await jsProject(environment, "", { typescript: true, configuration });
});
afterAll(() => project.remove());

const prefixed = (prefix: string, variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).map(([key, value]) => [`${prefix}${key}`, value]));

/** The stream that docs/adopt.md reads by its id, and that no program creates. */
const [, legacyId = ""] =
  /EventStream\.get\("legacy", "(\w+)"\)/.exec(readPage("docs/adopt.md")) ?? [];

const addLegacyStream = () =>
  store(engine.tenant, kindNamed("EventStream"), legacyId, {
    name: "legacy",
    destination: jsonCopy(action("made-elsewhere")),
  });

/** Each page has a module, with a prefix because `./adopt` would find adopt.json first. */
function writePrograms(): void {
  const modules = programs.map((page) => `page-${basename(page, ".md")}`);

  for (const [index, page] of programs.entries()) {
    const module = join(project.folder, `${modules[index]}.ts`);
    writeFileSync(module, codeBlocks(page, "ts").join("\n"));
  }

  project.write(modules.map((module) => `import "./${module}";\n`).join(""));
}

/** The policy of docs/adopt.md, which is protected. */
const adopted = () =>
  [...engine.tenant.policies.values()].find(
    ({ consumer_selector }) => consumer_selector === "third_party_clients",
  )?.id ?? "";

const state = () => readState(join(project.folder, "state"));
const resource = (name: string) => state().resources.find(({ urn }) => urn.endsWith(`::${name}`));

test("the programs of the README and of all guides run and are free of drift", async () => {
  expect(programs).toEqual([
    "README.md",
    ...["adopt", "pipelines", "resources", "tenants"].map((name) => `docs/${name}.md`),
  ]);
  addLegacyStream();
  writePrograms();
  const up = await project.pulumi("up", "--yes", "--skip-preview");
  expect(exitAndOutput(up)).toMatch(/^exit code 0\n/);
  expect(engine.tenant.streams.size).toBe(6);
  expect(engine.tenant.policies.size).toBe(4);
  expect(engine.tenant.fcmv1).toBeDefined();
  const drift = await project.pulumi("refresh", "--preview-only", "--expect-no-changes", "--diff");
  expect(exitAndOutput(drift)).toMatch(/^exit code 0\n/);
});

test("the command of docs/reference/faults.md lists only objects that no stack manages", async () => {
  const { tenant } = engine;
  const [stream] = tenant.streams.values();
  if (!stream) throw new Error("the program made no stream");
  const unmanaged = { ...stream, id: `est_${"x".repeat(22)}`, name: "unmanaged" };
  tenant.streams.set(unmanaged.id, unmanaged);
  const listed = await runInShell(
    blockWith("docs/reference/faults.md", "sh", "pulumi-auth0-native"),
    project,
  );
  tenant.streams.delete(unmanaged.id);
  expect(exitAndOutput(listed)).toMatch(/^exit code 2\n/);
  // The program only reads the stream `legacy`, so no stack manages it.
  const ids = listed.stdout.match(/(?:est|rlp)_\w+/g);
  expect(ids).toEqual([legacyId, unmanaged.id]);
});

test("the command of docs/leaving.md removes a policy from the state, and the tenant keeps it", async () => {
  const id = adopted();
  const [, command = ""] = /^pulumi (state delete .*)$/m.exec(readPage("docs/leaving.md")) ?? [];
  const urn = resource("third-party-clients")?.urn ?? "";
  const args = [...command.replace("'<urn>'", urn).split(" "), "--force"];
  const { result, requests } = await engine.during(() => project.pulumi(...args));
  expect(exitAndOutput(result)).toMatch(/^exit code 0\n/);
  expect(requests).toEqual([]);
  expect(JSON.stringify(state())).not.toContain(id);
  expect(adopted()).toBe(id);
});

test("a destroy without protection keeps objects that are retained or only read", async () => {
  await runInShell(blockWith("docs/adopt.md", "sh", "unprotect"), project);
  expect((await project.pulumi("destroy", "--yes", "--skip-preview")).code).toBe(0);
  const { streams, policies } = engine.tenant;
  expect([...streams.values()].map(({ name }) => name)).toEqual(["legacy"]);
  const selectors = [...policies.values()].map(({ consumer_selector }) => consumer_selector);
  expect(selectors).toEqual(["third_party_clients"]);
});

describe(pluginPage, () => {
  const shownPolicy = "rlp_0123456789abcdefghijkl";
  const policyId = `rlp_${"a".repeat(22)}`;

  /** The program of the README, with the import path and the imported policy of the page. */
  function pluginProgram(): string {
    const [shown = ""] = codeBlocks(pluginPage, "ts");
    const [importLine = "", ...policy] = shown.split("\n");
    const [program = ""] = codeBlocks("README.md", "ts");
    return [program.replace(/^import \* as auth0 .*$/m, importLine), ...policy].join("\n");
  }

  beforeAll(() => {
    const { policies, streams } = engine.tenant;
    policies.clear();
    streams.clear();
    store(engine.tenant, kindNamed("RateLimitPolicy"), policyId, policy());
    const [settings = ""] = codeBlocks(pluginPage, "yaml");
    const file = join(project.folder, "Pulumi.yaml");
    const { plugins } = parse(settings);
    writeFileSync(file, stringify({ ...parse(readFileSync(file, "utf8")), plugins }));
    project.write(pluginProgram().replace(shownPolicy, policyId));
  });

  test("its program creates a stream and imports a policy with the plugin", async () => {
    const up = await project.pulumi("up", "--yes", "--skip-preview");
    expect(exitAndOutput(up)).toMatch(/^exit code 0\n/);
    expect(up.text).toContain("auth0-native:index:EventStream crm created");
    expect(up.text).toContain("= 1 imported");
    expect([...engine.tenant.streams.values()].map(({ name }) => name)).toEqual(["crm"]);
  });
});
