import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import type { Props } from "../../provider/shared/json";
import { jsProject, type Project } from "../support/engine/jsProject";
import { keyProvider, keySettings } from "../support/engine/keyService";
import { writeEmptyStack, writeStackSettings } from "../support/engine/newStack";
import { readState } from "../support/engine/stateFile";
import { fixture, pulumiFixture, terraformFixture } from "../support/officialStates";
import {
  exitAndOutput,
  filesIn,
  mustRun,
  removeTemporaryFolders,
  root,
  run,
  temporaryFolder,
} from "../support/project";
import { leaksIn } from "../support/values/leaks";

// A state of each form that an official provider has; tests/unit/cli/import/official has their parts.

let tenant: Tenant;
let project: Project;
/** The ids of the tenant. */
let ids: string[];
/** The commands' output. */
let printed: string;

afterEach(async () => {
  project.remove();
  await tenant.close();
});
afterAll(removeTemporaryFolders);

/** A text of the fixtures whose secrets are canaries. */
const withCanaries = (text: string): string => text.replaceAll("fixture-", "canary-");

/** The secrets of each tenant of the fixtures, by the keys of the configuration that an import gives them. */
const officialSecrets: Record<string, string> = {
  basicPassword: "canary-password",
  bearerToken: "canary-token",
  headerHeaderValue: "canary-header-value",
};

/** A project without a program, for a tenant with the objects of a fixture. */
async function open(tenantFixture: string): Promise<void> {
  tenant = await startTenant();
  const stored = JSON.parse(withCanaries(fixture(tenantFixture)));
  for (const stream of stored.streams) tenant.streams.set(stream.id, stream);
  for (const policy of stored.policies) tenant.policies.set(policy.id, policy);
  ids = [...stored.streams, ...stored.policies].map(({ id }) => id).sort();
  // tests/unit/cli/import/randomTenants.test.ts compiles such programs.
  const environment = { ...tenant.environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  project = await jsProject(environment, "", { typescript: true });
  printed = "";
}

async function importCommand(...args: string[]) {
  const { folder, env } = project;
  const ended = await run(process.execPath, [join(root, "cli.js"), "import", ...args], folder, env);
  printed += ended.text;
  expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
}
const read = (file: string) => readFileSync(join(project.folder, file), "utf8");

/** The resources of the official provider, and which of them another one depends on, or protects. */
function entangled(exported: { deployment: { resources: Deployed[]; secrets_providers: Props } }) {
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
  writeFileSync(join(folder, "Pulumi.yaml"), "name: official\nruntime: nodejs\n");
  const pulumi = (command: string) => mustRun("sh", ["-ec", command], folder, project.env);
  writeEmptyStack(join(project.folder, "state"), "fixture", "official");
  writeStackSettings(folder, {}, keySettings, "fixture");
  const exported = entangled(JSON.parse(withCanaries(fixture(pulumiFixture))));
  // The key of this stack encrypts its secrets, in place of the passphrase of the fixture.
  exported.deployment.secrets_providers = keyProvider;
  const file = join(temporaryFolder(), "stack.json");
  writeFileSync(file, JSON.stringify(exported), { mode: 0o600 });
  await pulumi(`pulumi stack import --stack fixture --file '${file}'`);
  return { folder, pulumi };
}

const ownResources = () =>
  readState(join(project.folder, "state")).resources.filter(({ type }) =>
    type.includes("auth0-native"),
  );

/** The secrets in a part of the state, which has them encrypted. */
const secretsIn = (part: "inputs" | "outputs") =>
  ownResources().flatMap((resource) => {
    const marks = JSON.stringify(resource[part] ?? {}).matchAll(/"plaintext":"\\"(.*?)\\""/g);
    return [...marks].map(([, secret]) => secret);
  });

/** Checks what every takeover must do. */
async function expectTakenOver(): Promise<void> {
  expect(
    ownResources()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids);
  const secrets = Object.values(officialSecrets).sort();
  expect(secretsIn("inputs").sort()).toEqual(secrets);
  expect(secretsIn("outputs").sort()).toEqual(secrets);
  const configuration = await project.pulumi("config", "--show-secrets", "--json");
  for (const [key, value] of Object.entries(officialSecrets)) {
    expect(JSON.parse(configuration.text)[`test:${key}`]).toMatchObject({ value, secret: true });
  }
  expect(tenant.apiRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
  const files = filesIn(project.folder, ["node_modules"]).filter((file) => leaksIn(read(file))[0]);
  expect({ files, leaks: leaksIn(printed) }).toEqual({ files: [], leaks: [] });
}

async function expectUnchanged(): Promise<void> {
  const preview = await project.pulumi("preview", "--expect-no-changes");
  expect(exitAndOutput(preview)).toMatch(/^exit code 0\n/);
  printed += preview.text;
}

/** The printed commands by which the old tool forgets the objects. */
const forgetCommands = () =>
  /## Make the old tool forget[\s\S]*?```sh\n([\s\S]*?)```/.exec(printed)?.[1] ?? "";

test("--run takes over OpenTofu's state, and the printed commands remove it there", async () => {
  await open("terraform-provider-auth0-1.54.1.tenant.json");
  const file = join(temporaryFolder(), "state.json");
  writeFileSync(file, withCanaries(fixture(terraformFixture)), { mode: 0o600 });
  await importCommand("--from-terraform", file, "--run");
  expect(readdirSync(join(project.folder, "imported")).sort()).toEqual([".gitignore", "index.ts"]);
  expect(forgetCommands().match(/^tofu state rm /gm)).toHaveLength(ids.length);
  await expectUnchanged();
  await expectTakenOver();
});

test("the printed steps take over a Pulumi stack and make it forget the objects", async () => {
  await open("pulumi-auth0-3.49.0.tenant.json");
  const old = await oldStack();
  await importCommand("--from-pulumi", `${old.folder}:fixture`);
  await old.pulumi(forgetCommands());
  const left = JSON.parse((await old.pulumi("pulumi stack export --stack fixture")).stdout);
  const urns: string[] = (left.deployment.resources ?? []).map(({ urn }: Deployed) => urn);
  expect(urns.filter((urn) => /eventStream|rateLimitPolicy/.test(urn))).toEqual([]);
  const steps = printed.match(/^ *(pulumi import|rm) .*$/gm) ?? [];
  const { folder, env } = project;
  printed += (await mustRun("sh", ["-ec", steps.join("\n")], folder, env)).text;
  project.write('import "./imported";\n');
  await expectUnchanged();
  await expectTakenOver();
});
