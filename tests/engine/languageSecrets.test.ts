import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import {
  type LanguageProject,
  languageProject,
  type ProgramLanguage,
  programLanguages,
} from "../support/engine/languageProject";
import { readAll } from "../support/engine/stack";
import { exitAndOutput, removeTemporaryFolders } from "../support/project";
import { echoes } from "../support/tenant/echoes";
import { leaksIn } from "../support/values/leaks";

const tenants: Tenant[] = [];
afterAll(async () => {
  for (const tenant of tenants) await tenant.close();
  removeTemporaryFolders();
});

const programs = "tests/support/engine/programs";

/** Secrets of the schema; the rest of a name says where the program marks it. */
const canaries = [
  "canary-marked-authorization",
  "canary-marked-configuration",
  "canary-marked-destination",
  "canary-marked-firebase",
  "canary-marked-token",
  "canary-plain-firebase",
  "canary-plain-header",
  "canary-plain-password",
  "canary-plain-token",
];
/** Secret because the program says so. */
const name = "canary-marked-name";
/** Of the explicit provider. */
const clientSecret = "canary-client-secret";

async function newProject(language: ProgramLanguage) {
  const tenant = await startTenant({ clientSecret });
  tenants.push(tenant);
  const settings = { domain: `${tenant.environment.AUTH0_DOMAIN}` };
  const folder = `${programs}/secrets/${language}`;
  return { tenant, project: await languageProject(language, folder, tenant, settings) };
}

/** Runs the CLI, and looks for the canaries in its output and in all that it wrote. */
async function searched(project: LanguageProject, ...args: string[]): Promise<string> {
  const result = exitAndOutput(await project.pulumi(...args));
  const written = ["state", "home"].map((folder) => readAll(join(project.folder, folder)));
  expect(leaksIn([result, ...written].join("\n"))).toEqual([]);
  return result;
}

/** Expects that the tenant was sent each of them. */
function expectReceived({ requests }: Tenant): void {
  const received = leaksIn(JSON.stringify(requests.map(({ body }) => body)));
  expect(received.sort()).toEqual([clientSecret, name, ...canaries].sort());
}

describe.each(programLanguages)("secrets of a program in %s", (language) => {
  let tenant: Tenant;
  let project: LanguageProject;

  beforeAll(async () => {
    ({ tenant, project } = await newProject(language));
  });

  test("a plan shows none of them", async () => {
    const plan = await searched(project, "preview", "--diff");
    expect(plan).toMatch(/^exit code 0\n/);
    expect(plan).toContain("https://example.com/hook");
    expect(plan).toMatch(/\+ 12 to create/);
  });

  test("an up sends each of them, and the state holds each encrypted, in inputs and outputs", async () => {
    expect(await searched(project, "up", "--yes", "--skip-preview")).toMatch(/^exit code 0\n/);
    expectReceived(tenant);
    const texts = project.state().map(({ inputs, outputs }) => [inputs, outputs]);
    expect(leaksIn(JSON.stringify(texts)).sort()).toEqual([clientSecret, name, ...canaries].sort());
    expect(await searched(project, "preview", "--expect-no-changes")).toMatch(/^exit code 0\n/);
  });
});

test("a create that the plugin reports as refused shows no secret, however the refusal repeats the request", async () => {
  const { tenant, project } = await newProject("yaml");
  const forms = Object.values(echoes);
  let count = 0;
  tenant.answer = (request) =>
    request.kind === "api"
      ? { status: 400, body: forms[count++ % forms.length]?.(request) }
      : undefined;
  const up = await searched(project, "up", "--yes", "--skip-preview", "--continue-on-error");
  expect(up).toContain(": 400: ");
  // Each of them reached the tenant, so each could have come back.
  expectReceived(tenant);
});

test("the plugin writes no secret to its own output, with the engine's log on", async () => {
  const { tenant, project } = await newProject("yaml");
  const plugin = join(project.folder, "plugin", "pulumi-resource-auth0-native");
  const output = join(project.folder, "output");
  const script = readFileSync(plugin, "utf8").replace('"$@"', `"$@" 2>> "${output}"`);
  writeFileSync(plugin, script.replace("exec", `echo "$@" >> "${output}"\nexec`));
  tenant.answer = ({ kind, body }) => (kind === "api" ? { status: 400, body } : undefined);
  // The engine's own log has the inputs in plain text; docs/secrets.md warns of it.
  const log = ["-v=9", "--logflow", "--logtostderr"];
  await project.pulumi("up", "--yes", "--skip-preview", "--continue-on-error", ...log);
  expect(tenant.requests.map(({ body }) => JSON.stringify(body)).join()).toContain(canaries[0]);
  expect(readFileSync(output, "utf8")).toContain("-v=9");
  expect(leaksIn(readFileSync(output, "utf8"))).toEqual([]);
});
