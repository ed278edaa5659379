import { chmodSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { driftCommand } from "../support/drift/command";
import {
  type ImportProject,
  type ImportReport,
  importProject,
} from "../support/import/importProject";
import { fillWithOddities, secretsIn } from "../support/import/oddTenant";
import { exitAndOutput, removeTemporaryFolders, root, run } from "../support/project";
import { streamIdOf } from "../support/tenant/many";
import { leaksIn } from "../support/values/leaks";
import { compile, compilers, optionsOf, quickstart } from "../types/compile";

/** Streams, and as many policies. */
const count = 300;

let it: ImportProject;
let report: ImportReport;
let outputs = "";
/** Requests of the first run: of the API, and of tokens. */
let requests: [number, number];
/** The ids of streams by whether the configuration had their secrets before the import. */
let configured: string[];
let unconfigured: string[];

const files = ["index.ts", "import.json", ".gitignore", "README.md"];
const contents = () => files.map((file) => it.read(`imported/${file}`));
const mode = (file: string) => statSync(join(it.project.folder, "imported", file)).mode & 0o777;

async function command(...args: string[]) {
  const ended = await it.import(...args);
  outputs += ended.text;
  return ended;
}

/** The secrets of some streams, by the keys of the configuration that the report names. */
function secretsOf(ids: string[]): Record<string, string> {
  const secrets = secretsIn(it.tenant);
  return Object.fromEntries(
    report.objects
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ id, secrets: [secret] }) =>
        secret ? [[`test:${secret.configKey}`, secrets.get(id) ?? ""]] : [],
      ),
  );
}

beforeAll(async () => {
  it = await importProject({
    // The engine would write the whole state after each of 600 steps.
    env: { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" },
  });
  fillWithOddities(it.tenant, count);
  const ended = await it.report();
  outputs += ended.text;
  report = ended.report;
  requests = [it.tenant.apiRequests().length, it.tenant.tokenRequests()];
  const ids = [...secretsIn(it.tenant).keys()];
  configured = ids.filter((_, index) => index % 2 === 0);
  unconfigured = ids.filter((_, index) => index % 2 === 1);
});
afterAll(async () => {
  removeTemporaryFolders();
  await it.remove();
});

test("600 objects take 12 requests and one token", () => {
  expect(requests).toEqual([12, 1]);
  expect([report.objects.length, report.skipped]).toEqual([2 * count, []]);
});

test("names are unique within a kind", () => {
  const names = report.objects.map(({ kind, name }) => `${kind} ${name}`);
  expect(new Set(names).size).toBe(2 * count);
  const keys = report.objects.flatMap(({ secrets }) => secrets.map(({ configKey }) => configKey));
  expect(new Set(keys).size).toBe(secretsIn(it.tenant).size);
});

test("a second run writes the same bytes, and needs no --force", async () => {
  const before = contents();
  expect(exitAndOutput(await command())).toMatch(/^exit code 0\n/);
  expect(contents()).toEqual(before);
});

test("the program compiles under strict with every supported compiler", () => {
  const program = join(it.project.folder, "imported", "index.ts");
  for (const compiler of compilers) {
    const options = optionsOf(compiler, quickstart);
    expect(options.strict).toBe(true);
    expect(compile(compiler, [program], options).errors).toEqual({});
  }
});

test("the program is formatted as the formatter wants", async () => {
  const biome = join(root, "node_modules/.bin/biome");
  const copy = join(it.project.folder, "formatted.ts");
  writeFileSync(copy, it.read("imported/index.ts"));
  const args = ["format", "--config-path", root, "--colors=off", "--vcs-enabled=false", copy];
  expect(exitAndOutput(await run(biome, args, it.project.folder))).toMatch(/^exit code 0\n/);
});

test("a file that the user has edited is kept, and nothing else is written", async () => {
  const program = join(it.project.folder, "imported/index.ts");
  const before = it.read("imported/index.ts");
  writeFileSync(program, `${before}// mine\n`);
  const id = streamIdOf(count);
  it.tenant.streams.set(id, { ...firstStream(), id, name: "new" });
  const others = contents().slice(1);
  const { code, stderr } = await command();
  expect(code).toBe(1);
  expect(stderr).toMatch(/imported\/index\.ts,.* would be overwritten: .*--out.*--force/);
  expect(contents().slice(1)).toEqual(others);
  expect(it.read("imported/index.ts")).toBe(`${before}// mine\n`);
  it.tenant.streams.delete(id);
});

const firstStream = () => {
  const [stream] = it.tenant.streams.values();
  if (!stream) throw new Error("the tenant has no stream");
  return stream;
};

test("the import file is its owner's alone, whatever stood in its place", async () => {
  await it.configure(secretsOf(configured));
  const file = join(it.project.folder, "imported/import.json");
  chmodSync(file, 0o644);
  expect(exitAndOutput(await command("--force"))).toMatch(/^exit code 0\n/);
  expect(mode("import.json")).toBe(0o600);
  expect(leaksIn(it.read("imported/import.json"))).not.toEqual([]);

  const target = join(it.project.folder, "readable.json");
  writeFileSync(target, "{}", { mode: 0o644 });
  await run("rm", [file], it.project.folder);
  symlinkSync(target, file);
  expect(exitAndOutput(await command("--force"))).toMatch(/^exit code 0\n/);
  expect(mode("import.json")).toBe(0o600);
  expect(it.read("readable.json")).toBe("{}");
});

test("after the import, a preview updates the authorizations that were not configured", async () => {
  it.tenant.clearRequests();
  outputs += await it.pulumiImport();
  expect(it.tenant.requests).toEqual([]);
  await run("rm", ["imported/import.json"], it.project.folder);
  it.useProgram();
  await it.configure(secretsOf(unconfigured));
  const preview = await it.pulumi("preview", "--json");
  const steps: { op: string; oldState: { id: string }; detailedDiff: object }[] =
    JSON.parse(preview).steps;
  const changes = steps.filter(({ op }) => op !== "same");
  expect(changes.map(({ op, oldState }) => `${op} ${oldState.id}`).sort()).toEqual(
    unconfigured.map((id) => `update ${id}`).sort(),
  );
  const paths = new Set(changes.flatMap(({ detailedDiff }) => Object.keys(detailedDiff)));
  expect([...paths].sort()).toEqual(
    ["headerValue", "password", "token"].map(
      (leaf) => `destination.configuration.webhookAuthorization.${leaf}`,
    ),
  );
});

test("up sends one PATCH for each of them, and nothing else", async () => {
  const secrets = secretsIn(it.tenant);
  it.tenant.clearRequests();
  outputs += await it.pulumi("up", "--yes", "--skip-preview");
  const writes = it.tenant.apiRequests().filter((request) => !request.startsWith("GET"));
  expect(writes.sort()).toEqual(unconfigured.map((id) => `PATCH /event-streams/${id}`).sort());
  expect(secretsIn(it.tenant)).toEqual(secrets);
});

test("then neither the preview nor a drift check finds a difference", async () => {
  await it.pulumi("preview", "--expect-no-changes");
  const drift = await driftCommand(it.project, "test");
  expect(exitAndOutput(drift)).toMatch(/^exit code 0\n/);
  const again = await it.report();
  expect([again.code, again.report.objects]).toEqual([0, []]);
});

test("no secret is in any output or file", () => {
  expect(leaksIn(outputs)).toEqual([]);
});
