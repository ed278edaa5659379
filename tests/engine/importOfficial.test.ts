import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Props } from "../../provider/shared/json";
import { driftCommand } from "../support/drift/command";
import { pulumiFolder } from "../support/engine/environment";
import { readState } from "../support/engine/stateFile";
import { type ImportProject, importProject } from "../support/import/importProject";
import { fixture, pulumiFixture, terraformFixture } from "../support/officialStates";
import {
  exitAndOutput,
  filesIn,
  mustRun,
  removeTemporaryFolders,
  temporaryFolder,
} from "../support/project";
import { leaksIn } from "../support/values/leaks";

let it: ImportProject;
/** The ids of the tenant. */
let ids: string[];
/** Folders of the test that no secret may be in, in plain text. */
let scanned: string[];
/** All that commands printed. */
let printed: string;

const pulumiTenant = "pulumi-auth0-3.49.0.tenant.json";
const terraformTenant = "terraform-provider-auth0-1.54.1.tenant.json";

/** A text of the fixtures whose secrets are canaries. */
const withCanaries = (text: string): string => text.replaceAll("fixture-", "canary-");

/** The secrets of each tenant of the fixtures, by the keys of the configuration that an import gives them. */
const officialSecrets: Record<string, string> = {
  basicPassword: "canary-password",
  bearerToken: "canary-token",
  headerHeaderValue: "canary-header-value",
};

/** Puts the objects of a tenant of the fixtures into a tenant, without requests. */
function fillOfficial(
  { streams, policies }: ImportProject["tenant"],
  fixtureName: string,
): string[] {
  const stored = JSON.parse(withCanaries(fixture(fixtureName)));
  for (const stream of stored.streams) streams.set(stream.id, stream);
  for (const policy of stored.policies) policies.set(policy.id, policy);
  return [...stored.streams, ...stored.policies].map(({ id }) => id).sort();
}

/** A project whose commands log their arguments, and have their temporary files in its folder. */
async function newProject(tenantFixture: string, typescript: boolean): Promise<void> {
  it = await importProject({ typescript, ...(typescript && { program: "" }) });
  ids = fillOfficial(it.tenant, tenantFixture);
  const { folder, env } = it.project;
  mkdirSync(join(folder, "temporary"));
  mkdirSync(join(folder, "bin"));
  const command = join(folder, "bin", "pulumi");
  const real = join(await pulumiFolder(), "pulumi");
  const log = join(folder, "arguments.log");
  writeFileSync(command, `#!/bin/sh\necho "$@" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(command, 0o755);
  env.PATH = `${join(folder, "bin")}:${env.PATH}`;
  env.TMPDIR = join(folder, "temporary");
  scanned = [folder];
  printed = "";
}

beforeEach(() => {
  printed = "";
});
afterEach(() => it.remove());
afterAll(removeTemporaryFolders);

async function importCommand(...args: string[]) {
  const ended = await it.import(...args);
  printed += ended.text;
  return ended;
}

/** The state of an official provider in a file outside of the scanned folders. */
function stateFile(name: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, withCanaries(fixture(name)), { mode: 0o600 });
  return file;
}

/** A stack in which a stream depends on another one, a third is its child, and a policy is protected. */
function entangled(exported: {
  deployment: { resources: Deployed[]; secrets_providers: { state?: Props } };
}) {
  const named = (name: string) =>
    exported.deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`)) as Deployed;
  const { urn } = named("basic");
  Object.assign(named("bearer"), { dependencies: [urn] });
  const type = "auth0:index/eventStream:EventStream";
  const child = named("header").urn.replace(type, `${type}$${type}`);
  Object.assign(named("header"), { parent: urn, urn: child });
  Object.assign(named("log"), { protect: true });
  return exported;
}

interface Deployed {
  urn: string;
  [field: string]: unknown;
}

/** A stack of another project with the state of the official provider. */
async function oldStack() {
  const folder = temporaryFolder();
  scanned.push(folder);
  writeFileSync(join(folder, "Pulumi.yaml"), "name: official\nruntime: nodejs\n");
  const pulumi = (command: string) => mustRun("sh", ["-ec", command], folder, it.project.env);
  await pulumi("pulumi stack init fixture --no-select");
  const settings = readFileSync(join(folder, "Pulumi.fixture.yaml"), "utf8");
  const exported = entangled(JSON.parse(withCanaries(fixture(pulumiFixture))));
  // The passphrase of this stack encrypts its secrets, in place of that of the fixture.
  const [, salt] = /encryptionsalt: (.*)/.exec(settings) ?? [];
  Object.assign(exported.deployment.secrets_providers.state ?? {}, { salt });
  const file = join(temporaryFolder(), "stack.json");
  writeFileSync(file, JSON.stringify(exported), { mode: 0o600 });
  await pulumi(`pulumi stack import --stack fixture --file '${file}'`);
  return { folder, pulumi };
}

/** Every file of the scanned folders but the import file, names included. */
const allFiles = () =>
  scanned.flatMap((folder) =>
    filesIn(folder, ["node_modules"])
      .filter((name) => name !== "imported/import.json")
      .map((name) => `${name}\n${readFileSync(join(folder, name), "latin1")}`),
  );

function expectNoLeak(): void {
  expect(leaksIn(printed)).toEqual([]);
  const files = allFiles();
  expect(files.join("\n")).toContain("config set --secret");
  expect(files.filter((text) => leaksIn(text).length > 0)).toEqual([]);
}

const ownResources = () =>
  readState(join(it.project.folder, "state")).resources.filter(({ type }) =>
    type.includes("auth0-native"),
  );

/** The secrets in a part of the state, which has them encrypted. */
const secretsIn = (part: "inputs" | "outputs") =>
  ownResources().flatMap((resource) => {
    const marks = JSON.stringify(resource[part] ?? {}).matchAll(/"plaintext":"\\"(.*?)\\""/g);
    return [...marks].map(([, secret]) => secret);
  });

const writes = () => it.tenant.apiRequests().filter((request) => !request.startsWith("GET"));

/** What holds after every takeover, whatever the way. */
async function expectTakenOver(): Promise<void> {
  const idsInState = ownResources().map(({ id }) => id);
  expect(idsInState.sort()).toEqual(ids);
  const secrets = Object.values(officialSecrets).sort();
  expect(secretsIn("inputs").sort()).toEqual(secrets);
  expect(secretsIn("outputs").sort()).toEqual(secrets);
  const settings = it.read("Pulumi.test.yaml");
  const configuration = JSON.parse(await it.pulumi("config", "--show-secrets", "--json"));
  for (const [key, value] of Object.entries(officialSecrets)) {
    expect(settings).toMatch(new RegExp(`test:${key}:\\s+secure: v1:`));
    expect(configuration[`test:${key}`]).toMatchObject({ value, secret: true });
  }
  printed += await it.pulumi("preview", "--expect-no-changes");
  expect(exitAndOutput(await driftCommand(it.project, "test"))).toMatch(/^exit code 0\n/);
  expect(writes()).toEqual([]);
  expectNoLeak();
}

/** The commands by which the old tool forgets the objects, from the README. */
const forgetCommands = () =>
  /## Make the old tool forget[\s\S]*?```sh\n([\s\S]*?)```/.exec(
    it.read("imported/README.md"),
  )?.[1];

describe("with --run", () => {
  test("a state of Terraform is taken over, and its tool is told to forget it", async () => {
    await newProject(terraformTenant, true);
    const file = stateFile(terraformFixture);
    const ended = await importCommand("--from-terraform", file, "--run");
    expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
    expect(readdirSync(join(it.project.folder, "imported")).sort()).toEqual([
      ".gitignore",
      "README.md",
      "index.ts",
    ]);
    expect(forgetCommands()?.match(/^tofu state rm /gm)).toHaveLength(ids.length);
    await expectTakenOver();
  });
});

describe("with the steps of the README", () => {
  test("a stack of Pulumi is taken over, and the printed commands make it forget the objects", async () => {
    await newProject(pulumiTenant, false);
    const old = await oldStack();
    const ended = await importCommand("--from-pulumi", `${old.folder}:fixture`);
    expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
    const importFile = join(it.project.folder, "imported", "import.json");
    expect(statSync(importFile).mode & 0o777).toBe(0o600);
    expect(leaksIn(readFileSync(importFile, "utf8")).sort()).toEqual(
      Object.values(officialSecrets).sort(),
    );
    expectNoLeak();
    await old.pulumi(forgetCommands() ?? "");
    const left = JSON.parse((await old.pulumi("pulumi stack export --stack fixture")).stdout);
    const urns: string[] = (left.deployment.resources ?? []).map(({ urn }: { urn: string }) => urn);
    expect(urns.filter((urn) => /eventStream|rateLimitPolicy/.test(urn))).toEqual([]);
    printed += await it.pulumiImport();
    it.useProgram();
    await expectTakenOver();
  });
});
