import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { deliveriesFunction } from "../../provider/functions/deliveries";
import * as resources from "../../provider/resources";
import { configVariables } from "../../provider/schema/packageSchema";
import { jsProject, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";

const engine = withTenant();
const readme = readFileSync("README.md", "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))].map(
    ([, text]) => text ?? "",
  );

let project: Project;

beforeAll(async () => {
  project = await jsProject(
    { ...engine.tenant.environment, ...prefixed("EU_", engine.tenant.environment) },
    "",
    { typescript: true },
  );
  const settings = ["hookToken", "hookKey", "firebase"].map((key) => `${key}=canary-${key}`);
  await project.pulumi("config", "set-all", ...settings.flatMap((one) => ["--secret", one]));
});
afterAll(() => project.remove());

const prefixed = (prefix: string, variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).map(([key, value]) => [`${prefix}${key}`, value]));

test("the README's programs, put together, compile, run and are free of drift", async () => {
  const [quickstart, ...others] = blocks("ts");
  expect(others.length).toBeGreaterThan(4);
  project.write([quickstart, ...others].join("\n"));
  const up = await project.pulumi("up", "--yes", "--skip-preview");
  expect(up.code === 0 ? "" : up.text).toBe("");
  expect(engine.tenant.streams.size).toBe(4);
  expect(engine.tenant.policies.size).toBe(2);
  const drift = await project.pulumi("refresh", "--preview-only", "--expect-no-changes", "--diff");
  expect(drift.code === 0 ? "" : drift.text).toBe("");
});

test("the README's commands find an object that no stack knows, and only that", async () => {
  const { tenant } = engine;
  const [known] = tenant.streams.values();
  if (!known) throw new Error("the program made no stream");
  const orphan = { ...known, id: `est_${"x".repeat(22)}`, name: "orphan" };
  tenant.streams.set(orphan.id, orphan);
  const [script = ""] = blocks("sh").filter((text) => text.includes("stack export"));
  // Not the synchronous form: the tenant answers from this process.
  const { stdout } = await promisify(execFile)("bash", ["-c", script.replace("https://", "")], {
    cwd: project.folder,
    env: { ...project.env, AUTH0_DOMAIN: tenant.url, AUTH0_API_TOKEN: tenant.issueToken() },
  });
  tenant.streams.delete(orphan.id);
  expect(stdout).toBe(`${orphan.id}\t${orphan.created_at}\torphan\n`);
});

test("the README's import file adopts a policy, and the program then finds nothing to do", async () => {
  const partners = [...engine.tenant.policies.values()].find(
    ({ consumer_selector }) => consumer_selector === "third_party_clients",
  );
  const { id = "" } = partners ?? {};
  const state = await project.pulumi("stack", "export");
  expect(state.text).toContain(id);
  await project.pulumi("state", "delete", "--yes", urnOf(state.text, "partners"));
  const without = await project.pulumi("stack", "export");
  expect(without.text).not.toContain(id);

  const [file = ""] = blocks("json");
  writeFileSync(
    join(project.folder, "adopt.json"),
    file
      .replace("rlp_0123456789abcdefghijkl", id)
      .replace("example.eu.auth0.com", engine.tenant.domain),
  );
  const [, command = ""] = /^pulumi (import .*)$/m.exec(readme) ?? [];
  const imported = await project.pulumi(...command.split(" "));
  expect(imported.code === 0 ? "" : imported.text).toBe("");
  const { result } = await engine.during(() => project.pulumi("preview", "--expect-no-changes"));
  expect(result.code === 0 ? "" : result.text).toBe("");
  const drift = await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  expect(drift.code === 0 ? "" : drift.text).toBe("");
});

test("all that the README's programs made is destroyed", async () => {
  expect((await project.pulumi("destroy", "--yes", "--skip-preview")).code).toBe(0);
  expect(engine.tenant.streams.size + engine.tenant.policies.size).toBe(0);
});

const urnOf = (state: string, name: string) =>
  (JSON.parse(state).deployment.resources as { urn: string }[]).find(({ urn }) =>
    urn.endsWith(`::${name}`),
  )?.urn ?? "";

test("the README names every configuration variable and its environment variable", () => {
  for (const [name, { defaultInfo }] of Object.entries(configVariables)) {
    expect(readme).toContain(`| \`auth0:${name}\` | \`${defaultInfo.environment[0]}\` |`);
  }
});

test("the README's permissions are those that the provider asks for", () => {
  const scopes = [...Object.values(resources), { list: deliveriesFunction.operation }].flatMap(
    (definition) =>
      Object.values(definition).flatMap((value) =>
        typeof value === "object" && "scope" in value ? [String(value.scope)] : [],
      ),
  );
  const table = readme.slice(
    readme.indexOf("needs these permissions"),
    readme.indexOf("### Several"),
  );
  const named = [...table.matchAll(/`(\w+:\w+)`/g)].map(([, scope]) => scope);
  expect([...new Set(named)].sort()).toEqual([...new Set(scopes)].sort());
});
