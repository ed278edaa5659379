import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { parse, stringify } from "yaml";
import { startTenant, type Tenant } from "../../emulator/src";
import { exampleFiles, examplesFolder } from "../../tools/generate/publishedSchema";
import { BUILD } from "../../tools/pulumiBin/goModules";
import { languageProject, type ProgramLanguage } from "../support/engine/languageProject";
import { secretSettings } from "../support/engine/newStack";
import { firebaseCredentials } from "../support/engine/quickstart";
import { startRelease } from "../support/install/release";
import { exitAndOutput, mustRun, removeTemporaryFolders } from "../support/project";
import { addStream, idOf, manyPolicies } from "../support/tenant/many";

// The programs of examples/reference, which Pulumi's Registry shows. Those in one language run as one
// program. tests/unit/sdk/types.test.ts compiles those in TypeScript.

const names = readdirSync(examplesFolder);
const programs = (file: string) =>
  names.map((name) => readFileSync(join(examplesFolder, name, file), "utf8"));

const tenants: Tenant[] = [];
afterAll(async () => {
  for (const tenant of tenants) await tenant.close();
  removeTemporaryFolders();
});

/** A project with the examples, and a tenant with what they look up. */
async function projectOf(language: ProgramLanguage) {
  const tenant = await startTenant();
  tenants.push(tenant);
  addStream(tenant, "est_0123456789abcdefghijkl", "billing");
  manyPolicies(tenant, 1);
  Object.assign(tenant.policies.get(idOf(0)) ?? {}, { consumer_selector: "client_id:shop" });
  const secrets = secretSettings({ hookToken: "plain-token", firebaseCredentials });
  const project = await languageProject(language, tenant, secrets);
  cpSync(examplesFolder, join(project.folder, "examples"), { recursive: true });
  for (const [name, value] of Object.entries(tenant.environment)) {
    project.env[`EU_${name}`] = value;
  }
  const up = async () => {
    const result = await project.pulumi("up", "--yes", "--skip-preview");
    const writes = tenant.apiRequests().filter((request) => !request.startsWith("GET "));
    return { result: exitAndOutput(result), writes: writes.sort() };
  };
  return { ...project, up };
}

/** The objects that the examples create. */
const creates = [
  "POST /event-streams",
  "POST /rate-limit-policies",
  "POST /rate-limit-policies",
  "PUT /guardian/factors/push-notification/providers/fcmv1",
];

test("the examples in YAML create and look up what they show", async () => {
  const project = await projectOf("yaml");
  const parts = programs(exampleFiles.yaml).map((program) => parse(program));
  const merged = (key: string) => Object.assign({}, ...parts.map((part) => part[key]));
  const sections = ["config", "resources", "variables", "outputs"];
  await project.write(stringify(Object.fromEntries(sections.map((key) => [key, merged(key)]))));
  const { result, writes } = await project.up();
  expect(result).toMatch(/^exit code 0\n/);
  expect(writes).toEqual(creates);
});

test("the examples in Go compile with the generated SDK", async () => {
  const { folder, env } = await projectOf("go");
  const { stdout } = await mustRun(
    "go",
    ["list", "-export", ...BUILD, "./examples/..."],
    folder,
    env,
  );
  expect(stdout.trim().split("\n")).toHaveLength(names.length);
});

test("the examples in Python run with the plugin of the release, which the engine downloads", async () => {
  const project = await projectOf("python");
  const settings = parse(readFileSync(join(project.folder, "Pulumi.yaml"), "utf8"));
  writeFileSync(join(project.folder, "Pulumi.yaml"), stringify({ ...settings, plugins: {} }));
  const release = await startRelease();
  Object.assign(project.env, release.env, {
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
  });
  // npx puts the plugin of this repository on PATH.
  const paths = (project.env.PATH ?? "").split(delimiter);
  project.env.PATH = paths
    .filter((path) => !path.endsWith(join("node_modules", ".bin")))
    .join(delimiter);
  const files = names.map((name) => join("examples", name, exampleFiles.python));
  await project.write(
    `import runpy\nfor path in ${JSON.stringify(files)}:\n    runpy.run_path(path)\n`,
  );
  const { result, writes } = await project.up();
  await release.close();
  expect(result).toMatch(/^exit code 0\n/);
  expect(writes).toEqual(creates);
  expect(release.requests).toEqual([`GET /${release.archive}`]);
});
