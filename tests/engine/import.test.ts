import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse, stringify } from "yaml";
import type { StoredPolicy, StoredStream } from "../../emulator/src";
import { encode } from "../../provider/schema/codec";
import { sortSets } from "../../provider/schema/normalize";
import { resourceSchema } from "../../provider/schema/packageSchema";
import { secretPlaceholder } from "../../provider/schema/placeholder";
import { dropWriteOnly } from "../../provider/schema/secrets";
import type { Props } from "../../provider/shared/json";
import { jsProject, type Project } from "../support/engine/jsProject";
import { languageProject } from "../support/engine/languageProject";
import { addPlugin } from "../support/engine/pluginFolder";
import { readAll } from "../support/engine/stack";
import { readState } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { exitAndOutput, removeTemporaryFolders } from "../support/project";
import { everyPolicy, everyStream } from "../support/values/inputs";
import { canaries } from "../support/values/samples";

const engine = withTenant();
const projects: Project[] = [];
afterAll(() => {
  for (const project of projects) project.remove();
  removeTemporaryFolders();
});

const token = (kind: string) => `auth0-native:index:${kind}`;
const times = { created_at: "2026-01-02T03:04:05.678Z", updated_at: "2026-01-02T03:04:05.678Z" };

/** Names that a generator of programs, or a parser, could mistake for something else. */
const hardNames = [
  `\${name}`,
  "a\nb\r\nc\t",
  "n".repeat(128),
  '"quoted" `name` ünïcödé 名前 🎉',
  "# no: comment",
];

interface Imported {
  kind: string;
  name: string;
  id: string;
  args: Props;
}

/** Objects of every kind, which somebody has made without Pulumi. */
const objects: Imported[] = [
  ...everyStream.map(([name, args], index) => ({
    kind: "EventStream",
    name,
    id: `est_${name.padEnd(22, "0")}`,
    args: { ...args, name: hardNames[index] ?? name, status: index % 2 ? "disabled" : "enabled" },
  })),
  ...everyPolicy.map(([name, args]) => ({
    kind: "RateLimitPolicy",
    name,
    id: `rlp_${name.padEnd(22, "0")}`,
    args,
  })),
];
const pathOf = ({ kind, id }: Imported) =>
  `/${kind === "EventStream" ? "event-streams" : "rate-limit-policies"}/${id}`;
const webhooks = objects.filter(({ name }) => ["basic", "bearer", "custom"].includes(name));
const [basic] = webhooks as [Imported];
const secretPath = "destination.configuration.webhookAuthorization.password";

function fillTenant(): void {
  for (const { kind, id, args } of objects) {
    const stored = { id, ...(encode(resourceSchema(kind).inputs, args) as Props), ...times };
    if (kind === "EventStream") engine.tenant.streams.set(id, stored as never as StoredStream);
    else engine.tenant.policies.set(id, stored as never as StoredPolicy);
  }
}

async function newProject(environment = engine.tenant.environment): Promise<Project> {
  const project = await jsProject(environment, "", { inline: true });
  projects.push(project);
  addPlugin(project);
  return project;
}

/** A program with these objects, as an SDK in JavaScript registers them. */
function programOf(resources: (Pick<Imported, "kind" | "name" | "args"> & { opts?: object })[]) {
  const calls = resources.map(({ kind, name, args, opts = {} }) =>
    [token(kind), name, args, opts].map((value) => JSON.stringify(value)).join(", "),
  );
  return `const { CustomResource } = require("@pulumi/pulumi");
    ${calls.map((call) => `new CustomResource(${call});`).join("\n")}`;
}

/** The arguments of an object with the placeholder of an import in place of its secret. */
function withPlaceholder({ args }: Imported): Props {
  const secrets = new Set<string>(Object.values(canaries));
  const replace = (_: string, value: unknown) =>
    typeof value === "string" && secrets.has(value) ? secretPlaceholder : value;
  return JSON.parse(JSON.stringify(args), replace);
}

function withOtherEndpoint(args: Props): Props {
  const text = JSON.stringify(args).replace("hooks.example.com", "other.example.com");
  return JSON.parse(text);
}

/** Values of a state in which secrets are plain texts. */
const revealed = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, item) =>
    typeof item?.plaintext === "string" ? JSON.parse(item.plaintext) : item,
  );

/** Runs the CLI: its exit code and output, and the requests that the tenant saw. */
async function run(project: Project, ...args: string[]) {
  const { result, requests } = await engine.during(() => project.pulumi(...args));
  return { output: `exit code ${result.code}\n${result.text}`, requests };
}
const up = (project: Project) => run(project, "up", "--yes", "--skip-preview");
const noCode = ["--yes", "--skip-preview", "--generate-code=false", "--protect=false"];

/** Writes a file for `pulumi import`, with types, names and ids alone. */
function importFile(folder: string, imported = objects): string {
  const resources = imported.map(({ kind, name, id }) => ({ type: token(kind), name, id }));
  const file = join(folder, "import.json");
  writeFileSync(file, JSON.stringify({ resources }));
  return file;
}

describe("after an import by a file of types, names and ids", () => {
  let project: Project;
  let imported: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    fillTenant();
    project = await newProject();
    imported = await run(project, "import", "--file", importFile(project.folder), ...noCode);
  });

  test("every object was read once, and nothing was written", () => {
    expect(imported.output).toMatch(/^exit code 0\n/);
    expect(imported.output).not.toMatch(/warning|bug/);
    expect(imported.requests.sort()).toEqual(objects.map((one) => `GET ${pathOf(one)}`).sort());
  });

  test("the state has the inputs of every object, with placeholders for secrets in inputs only", () => {
    const folder = join(project.folder, "state");
    expect(readAll(folder)).not.toMatch(/canary|set it here/);
    const { resources } = readState(folder);
    for (const one of objects) {
      const { inputs, outputs } = resources.find(({ id }) => id === one.id) ?? {};
      const schema = resourceSchema(one.kind).inputs;
      expect(revealed(inputs)).toEqual(sortSets(schema, withPlaceholder(one)));
      const live = sortSets(schema, dropWriteOnly(schema, one.args)) as Props;
      expect(outputs).toEqual(expect.objectContaining(live));
    }
  });

  test("a refresh finds no drift", async () => {
    const { output, requests } = await run(
      project,
      "refresh",
      "--yes",
      "--skip-preview",
      "--expect-no-changes",
    );
    expect(output).toMatch(/^exit code 0\n/);
    expect(requests.filter((request) => !request.startsWith("GET"))).toEqual([]);
  });

  test("a preview with a placeholder refuses it by its name, and sends nothing", async () => {
    const args = withPlaceholder(basic);
    project.write(programOf(objects.map((one) => (one === basic ? { ...one, args } : one))));
    const { output, requests } = await run(project, "preview", "--diff");
    expect(output).toContain(`basic: ${secretPath} is still the placeholder of an import`);
    expect(requests).toEqual([]);
  });

  test("the program in YAML that an import prints has no changes", async () => {
    // The YAML host that can be built (pulumi-yaml 1.10) generates no secrets and escapes no `${`; those of later CLIs do.
    const withoutSecrets = objects.filter(
      ({ name }) => !["basic", "bearer", "custom"].includes(name),
    );
    const yaml = await languageProject("yaml", "examples/yaml", engine.tenant);
    const file = join(yaml.folder, "Pulumi.yaml");
    const { name, runtime, plugins } = parse(readFileSync(file, "utf8"));
    const settings = stringify({ name, runtime, plugins });
    writeFileSync(file, settings);
    const args = ["--file", importFile(yaml.folder, withoutSecrets), "--out", "generated.yaml"];
    await yaml.pulumi("import", ...args, "--yes", "--skip-preview", "--protect=false");
    const generated = readFileSync(join(yaml.folder, "generated.yaml"), "utf8");
    expect(Object.keys(parse(generated).resources)).toEqual(withoutSecrets.map(({ name }) => name));
    writeFileSync(file, settings + generated);
    engine.tenant.clearRequests();
    const preview = await yaml.pulumi("preview", "--expect-no-changes");
    expect(exitAndOutput(preview)).toMatch(/^exit code 0\n/);
    expect(engine.tenant.apiRequests()).toEqual([]);
  });

  test("ignoreChanges leaves the secret to the service, and sends the rest", async () => {
    const opts = { ignoreChanges: ["destination"] };
    const args = { ...withPlaceholder(basic), name: "renamed" };
    project.write(programOf([{ ...basic, args, opts }]));
    const { output, requests } = await run(
      project,
      "up",
      "--yes",
      "--skip-preview",
      "--target",
      "**basic",
    );
    expect(output).toMatch(/^exit code 0\n/);
    expect(requests).toEqual([`PATCH ${pathOf(basic)}`]);
    expect(engine.onlyBody()).toEqual({ name: "renamed" });
    expect(
      (await run(project, "refresh", "--yes", "--skip-preview", "--expect-no-changes")).output,
    ).toMatch(/^exit code 0\n/);
  });

  test("a program with the secrets sends each of them once, and nothing else", async () => {
    project.write(programOf(objects));
    const { output, requests } = await run(project, "up", "--yes", "--skip-preview", "--refresh");
    expect(output).toMatch(/^exit code 0\n/);
    const writes = requests.filter((request) => !request.startsWith("GET"));
    expect(writes.sort()).toEqual(webhooks.map((one) => `PATCH ${pathOf(one)}`).sort());
    const after = await run(project, "preview", "--expect-no-changes");
    expect(after.output).toMatch(/^exit code 0\n/);
    expect(readAll(join(project.folder, "state"))).not.toMatch(/canary/);
  });
});

describe("the option import", () => {
  const change = { name: "renamed", status: "disabled" };
  const program = (args: Props, opts: object = {}) =>
    programOf([{ ...basic, args, opts: { import: basic.id, ...opts } }]);

  test("imports and updates in one up, by one PATCH with the secret", async () => {
    fillTenant();
    const project = await newProject();
    project.write(program({ ...basic.args, ...change }));
    const { output, requests } = await up(project);
    expect(output).toMatch(/^exit code 0\n/);
    expect(requests).toEqual([`GET ${pathOf(basic)}`, `PATCH ${pathOf(basic)}`]);
    const { name, status, destination } = engine.tenant.streams.get(basic.id) ?? {};
    expect({ name, status }).toEqual(change);
    expect(destination?.configuration.webhook_authorization?.password).toBe(canaries.password);
    project.write(programOf([{ ...basic, args: { ...basic.args, ...change } }]));
    expect((await run(project, "preview", "--expect-no-changes")).output).toMatch(/^exit code 0\n/);
  });

  test.each([
    ["from an unedited program", withPlaceholder(basic), {}, "is still the placeholder"],
    [
      "that ignoreChanges covers, if another part of the destination changes",
      withOtherEndpoint(basic.args),
      { ignoreChanges: [secretPath] },
      "is left to the service by ignoreChanges, but a change of destination",
    ],
  ])("sends no placeholder %s", async (_, args, opts, expected) => {
    fillTenant();
    const project = await newProject();
    project.write(program({ ...args, ...change }, opts));
    const { output, requests } = await up(project);
    expect(output).toContain(`basic: ${secretPath} ${expected}`);
    expect(requests).toEqual([`GET ${pathOf(basic)}`]);
  });
});

test.each([
  ["a malformed id", "EventStream", "est_1", /"est_1" is not an id of EventStream/, 0],
  [
    "an id of no object",
    "EventStream",
    `est_${"z".repeat(22)}`,
    /404 .*check the id, and that the domain/,
    1,
  ],
  [
    "push credentials",
    "GuardianFcmv1Provider",
    "fcmv1",
    /cannot be imported: .* no operation that reads it/,
    0,
  ],
])("an import of %s fails and says why", async (_, kind, id, expected, requestCount) => {
  const project = await newProject();
  const { output, requests } = await run(project, "import", token(kind), "wrong", id, ...noCode);
  expect(output).not.toMatch(/^exit code 0\n/);
  expect(output).toMatch(expected);
  expect(requests).toHaveLength(requestCount);
});

test("the command in the message of a conflict adopts the object, and the next up sends nothing", async () => {
  fillTenant();
  const project = await newProject();
  const existing = objects.find(({ kind }) => kind === "RateLimitPolicy") ?? basic;
  project.write(programOf([existing]));
  const { output: refused } = await up(project);
  const command = /to adopt it, run `pulumi (import [^`]+)`/.exec(refused)?.[1] ?? "";
  const unattended = ["--yes", "--skip-preview", "--generate-code=false"];
  const imported = await run(project, ...command.split(" "), ...unattended);
  expect(imported.output).toMatch(/^exit code 0\n/);
  expect(imported.requests).toEqual([`GET ${pathOf(existing)}`]);
  const { output, requests } = await up(project);
  expect(output).toMatch(/^exit code 0\n/);
  expect(requests).toEqual([]);
});

test("an import without the permission names the scope", async () => {
  fillTenant();
  const token403 = engine.tenant.issueToken({ scopes: ["read:rate_limit_policies"] });
  const project = await newProject({ ...engine.tenant.environment, AUTH0_API_TOKEN: token403 });
  const { output } = await run(project, "import", token(basic.kind), "x", basic.id, ...noCode);
  expect(output).toContain("grant the scope read:event_streams");
});
