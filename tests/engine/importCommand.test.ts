import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { readAll } from "../support/engine/stack";
import { type ImportProject, importProject } from "../support/import/importProject";
import { canaryToken, fillSmall } from "../support/import/smallTenant";
import { root, run } from "../support/project";
import { idOf, manyPolicies, manyStreams, streamIdOf } from "../support/tenant/many";
import { leaksIn } from "../support/values/leaks";

const opened: ImportProject[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((it) => it.remove()));
});

async function open(...settings: Parameters<typeof importProject>): Promise<ImportProject> {
  const it = await importProject(...settings);
  opened.push(it);
  return it;
}

/** The ids of the objects that a stack holds. */
async function idsIn(it: ImportProject, stack = "test"): Promise<string[]> {
  const { deployment } = JSON.parse(await it.pulumi("stack", "export", "--stack", stack));
  const all: { id?: string }[] = deployment.resources ?? [];
  return all.flatMap(({ id }) => (id && /^(est|rlp)_/.test(id) ? id : [])).sort();
}

const ids = (of: (number: number) => string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => of(from + index));

/** Adds a stack that holds these objects, as `pulumi up` would leave it. */
function addStack(it: ImportProject, stack: string, resources: object[]): void {
  const { folder } = it.project;
  const stacks = join(folder, "state/.pulumi/stacks/test");
  const settings = readFileSync(join(folder, "Pulumi.test.yaml"), "utf8");
  writeFileSync(join(folder, `Pulumi.${stack}.yaml`), settings);
  const state = { manifest: {}, resources };
  const checkpoint = { stack: `organization/test/${stack}`, latest: state };
  writeFileSync(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
}

/** A resource of a state, whose natural key is that of the object. */
function resource(stack: string, kind: string, name: string, id: string, inputs: object): object {
  const type = `pulumi-nodejs:dynamic/auth0-native:${kind}`;
  const urn = `urn:pulumi:${stack}::test::${type}::${name}`;
  return { urn, type, custom: true, id, inputs, outputs: inputs };
}

const policyOf = (stack: string, number: number, id = idOf(number)) =>
  resource(stack, "RateLimitPolicy", `policy-${number}`, id, {
    resource: "oauth_authentication_api",
    consumer: "client",
    consumerSelector: `client_id:c${number}`,
  });

describe("--list of 1,000 objects with three stacks", () => {
  let it: ImportProject;
  let listed: Awaited<ReturnType<ImportProject["report"]>>;

  beforeAll(async () => {
    it = await importProject();
    const { tenant } = it;
    manyStreams(tenant, 500);
    manyPolicies(tenant, 500);
    for (const [index, stack] of ["test", "two", "three"].entries()) {
      const numbers = Array.from({ length: 150 }, (_, number) => index * 150 + number);
      addStack(
        it,
        stack,
        numbers.map((number) => policyOf(stack, number)),
      );
    }
    addStack(it, "twin", [policyOf("twin", 450, "rlp_gone")]);
    tenant.clearRequests();
    listed = await it.report("--list");
  });
  afterAll(() => it.remove());

  test("takes 20 requests and one token, and is right to the object", () => {
    expect([it.tenant.apiRequests().length, it.tenant.tokenRequests()]).toEqual([20, 1]);
    expect(listed.report.objects.map(({ id }) => id).sort()).toEqual(
      [...ids(idOf, 50, 450), ...ids(streamIdOf, 500)].sort(),
    );
  });

  test("names the stack whose resource has the same natural key", async () => {
    const twins = listed.report.objects.filter(({ couldBe = [] }) => couldBe.length > 0);
    expect(twins).toMatchObject([
      { id: idOf(450), couldBe: [{ stack: "twin", name: "policy-450", id: "rlp_gone" }] },
    ]);
    const { stdout } = await it.import("--list", "--kind", "RateLimitPolicy");
    const lines = stdout.split("\n").filter((line) => line.startsWith("RateLimitPolicy"));
    expect(lines.map((line) => line.split(/\s+/)[1]).sort()).toEqual(ids(idOf, 50, 450));
    const named = lines.filter((line) => line.includes(" in twin"));
    expect(named).toEqual([expect.stringContaining(idOf(450))]);
  });
});

describe("--run", () => {
  const program = { typescript: true, program: "" };

  test("in a project without a program makes one, imports everything and changes nothing", async () => {
    const it = await open(program);
    fillSmall(it.tenant);
    const ended = await it.report("--run");
    expect(ended.code).toBe(0);
    expect(it.read("index.ts")).toBe('import "./imported";\n');
    expect(await idsIn(it)).toEqual([streamIdOf(1), streamIdOf(2), idOf(0)].sort());
    expect(existsSync(join(it.project.folder, "imported/import.json"))).toBe(false);
    expect(it.tenant.apiRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(ended.stderr).toContain("1 to update");
    expect(ended.stderr).not.toContain("pulumi import");
    expect(it.read("Pulumi.test.yaml")).not.toContain("crmToken");

    await it.configure({ "test:crmToken": canaryToken });
    it.tenant.clearRequests();
    await it.pulumi("up", "--yes", "--skip-preview");
    expect(it.tenant.apiRequests().filter((request) => !request.startsWith("GET"))).toEqual([
      `PATCH /event-streams/${streamIdOf(1)}`,
    ]);
    expect(leaksIn(ended.text + readAll(`${it.project.folder}/state`))).toEqual([]);
    // Everything is in the stack by now, and the program stays.
    const before = it.read("imported/index.ts");
    expect(await it.import("--run")).toMatchObject({ code: 0 });
    expect(it.read("imported/index.ts")).toBe(before);
  });

  test("with a program that lacks the import says which line to add, and loses nothing", async () => {
    const it = await open({ ...program, program: "export const mine = 1;\n" });
    fillSmall(it.tenant);
    const { code, text } = await it.import("--run");
    expect(code).toBe(2);
    expect(text).toContain('import "./imported";');
    expect(it.read("index.ts")).toBe("export const mine = 1;\n");
    expect(await idsIn(it)).toHaveLength(3);
    it.tenant.clearRequests();
    const up = await it.project.pulumi("up", "--yes", "--skip-preview");
    expect(up.code).not.toBe(0);
    expect(up.text).toContain("protect");
    expect(it.tenant.requests).toEqual([]);

    writeFileSync(join(it.project.folder, "index.ts"), 'import "./imported";\n');
    await it.configure({ "test:crmToken": canaryToken });
    const preview = await it.pulumi("preview");
    expect(preview).toContain("1 to update");
    expect(preview).not.toContain("delete");
  });

  test("names an object that is deleted during the import, and keeps it out of state and program", async () => {
    const it = await open({ ...program, program: 'import "./imported";\n' });
    manyStreams(it.tenant, 3);
    manyPolicies(it.tenant, 2);
    const { env, folder } = it.project;
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const wrapper = join(bin, "pulumi");
    const deleteRequest = `curl -sf -X DELETE -H "Authorization: Bearer $TOKEN" "$AUTH0_DOMAIN/api/v2/event-streams/${streamIdOf(1)}"`;
    writeFileSync(
      wrapper,
      `#!/bin/sh\n[ "$1" = import ] && ${deleteRequest}\nPATH="\${PATH#*:}" exec pulumi "$@"\n`,
    );
    chmodSync(wrapper, 0o755);
    const runEnv = { ...env, PATH: `${bin}:${env.PATH}`, TOKEN: it.tenant.issueToken() };
    const command = [join(root, "cli.js"), "import", "--run", "--json", "-"];
    const ended = await run(process.execPath, command, folder, runEnv);
    expect({ code: ended.code, text: ended.stderr }).toEqual({
      code: 2,
      text: expect.stringContaining("it was deleted in the tenant during the import"),
    });
    const report = JSON.parse(ended.stdout);
    expect(report.skipped).toMatchObject([{ id: streamIdOf(1), label: "stream-1" }]);
    const others = [streamIdOf(0), streamIdOf(2), idOf(0), idOf(1)].sort();
    expect(report.objects.map(({ id }: { id: string }) => id).sort()).toEqual(others);
    expect(await idsIn(it)).toEqual(others);
    expect(it.read("imported/index.ts")).not.toContain('new auth0.EventStream("stream-1"');
    await it.pulumi("preview", "--expect-no-changes");
  });
});

describe("where the project and the tenant are", () => {
  test("folders with spaces and quotes are quoted in the commands and in the program", async () => {
    const it = await open();
    fillSmall(it.tenant);
    const odd = join(it.project.folder, "it's a 'project' $HOME");
    await run(
      "sh",
      ["-c", 'mkdir "$0" && cp -R Pulumi.* package.json index.js "$0"', odd],
      it.project.folder,
    );
    const cli = join(root, "cli.js");
    const out = 'it\'s "out" $HOME';
    const folders = ["--cwd", "it's a 'project' $HOME", "--out", out];
    const args = ["import", ...folders, "--stack", "organization/test/test"];
    const ended = await run(process.execPath, [cli, ...args], it.project.folder, it.project.env);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain(`require(${JSON.stringify(`./${out}`)});`);
    const lines = ended.stdout.split("\n").filter((line) => /^ +(pulumi import|rm) /.test(line));
    const imported = await run("sh", ["-ec", lines.join("\n")], it.project.folder, it.project.env);
    expect(imported).toMatchObject({ code: 0 });
    expect(existsSync(join(odd, out, "import.json"))).toBe(false);
    expect(existsSync(join(odd, out, "index.ts"))).toBe(true);
    expect(await idsIn(it)).toHaveLength(3);
  });
});
