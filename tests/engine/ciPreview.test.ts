import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { applyPlan } from "../../cli/ci/apply/command";
import { preview } from "../../cli/ci/preview/command";
import type { PreviewReport } from "../../cli/ci/previewReport/report";
import { jsProject, type Project } from "../support/engine/jsProject";
import { secretSettings, writeStackSettings } from "../support/engine/newStack";
import { addPlugin } from "../support/engine/pluginFolder";
import { withTenant } from "../support/engine/tenantAndStack";
import { printedBy } from "../support/pipelines/printed";
import { stopSignals } from "../support/pipelines/standInPulumi";
import { exitAndOutput } from "../support/project";
import { push as pushInputs } from "../support/values/guardianFcmv1Provider";
import { leaksIn } from "../support/values/leaks";

// Each test continues where the last one ended.
const engine = withTenant();
const { PATH } = process.env;
let project: Project;
const written: string[] = [];

/** A configuration with a token. */
const configurationOf = (hookToken: string) => secretSettings({ hookToken });
const [first, other] = ["canary-hook-token", "canary-other-token"].map(configurationOf);

const hostileName = "a`|<b>\n::error::@team";

/** Objects of both adapters; a name, an output and a value come from somebody hostile. */
const program = (objects: string) => `
const pulumi = require("@pulumi/pulumi");
const { EventStream, GuardianFcmv1Provider, Provider, hooks: { keepFailedDeliveries } } = require("pulumi-auth0-native");
class RateLimitPolicy extends pulumi.CustomResource {
  constructor(name, args, opts) { super("auth0-native:index:RateLimitPolicy", name, args, opts); }
}
const token = new pulumi.Config().requireSecret("hookToken");
const webhook = (token) => ({ type: "webhook", configuration: {
  webhookEndpoint: "https://crm.example.com/hook", webhookAuthorization: { method: "bearer", token },
} });
const action = (actionId) => ({ type: "action", configuration: { actionId } });
const policy = (name, consumerSelector, limit, opts) => new RateLimitPolicy(name, {
  resource: "oauth_authentication_api", consumer: "client", consumerSelector,
  configuration: { action: "block", limit },
}, opts);
${objects}
`;

const created = (limit: number) =>
  program(`
  new pulumi.ComponentResource("app:index:Group", "group");
  new EventStream("crm", { name: "crm", destination: webhook(token) });
  new EventStream("old", { destination: action("a") });
  new EventStream(${JSON.stringify(hostileName)}, { name: "::set-output name=a::b", destination: action("a") });
  new GuardianFcmv1Provider("push", ${JSON.stringify(pushInputs())});
  policy("partners", "third_party_clients", ${limit});
  policy("all", "default", 10, { deleteBeforeReplace: true });
`);

/** A run that can't know the tenant of a provider, because it makes a stream with this name. */
const unknownTenant = (name: string) => `
  const domain = new EventStream("${name}", { destination: action("a") }).id.apply(() => "${engine.tenant.url}");
  const provider = new Provider("late", { domain, clientId: "emulator-client", clientSecret: "emulator-client-secret" });
  const subscriptions = ["user.updated", "user.created"].map((eventType) => ({ eventType }));
  new EventStream("late", { destination: action("a"), subscriptions }, { provider });
`;

const changed = program(`
  new pulumi.ComponentResource("app:index:Group", "group");
  const crm = new EventStream("crm", { name: "crm", destination: webhook(token) });
  new EventStream("old", { destination: action("b") });
  new EventStream("new", { name: crm.updatedAt, destination: action(pulumi.secret("canary-action")) });
  policy("associates", "third_party_clients", 100, { aliases: [{ name: "partners" }] });
  policy("all", "cimd_clients", 10, { deleteBeforeReplace: true });
`);

/** `changed`, with options for an object of each adapter, which get other names, and a secret output. */
const withOptions = (options: string, limit = 100, outputs = "") =>
  program(`
  const group = new pulumi.ComponentResource("app:index:Group", "group");
  group.registerOutputs({ token });
  const crm = new EventStream("crm", { name: "crm", destination: webhook(token) });
  const old = new EventStream("old", { destination: action("b") });
  const hooks = { beforeDelete: [keepFailedDeliveries("keep")] };
  const of = (name) => ({
    dependsOn: [old], deletedWith: crm, ignoreChanges: ["name"], replaceOnChanges: ["name"],
    additionalSecretOutputs: ["createdAt"], customTimeouts: { create: "5m" }, ${options},
  });
  new EventStream("newer", { name: crm.updatedAt, destination: action(pulumi.secret("canary-action")) }, of("new"));
  const partners = policy("associates", "third_party_clients", ${limit});
  policy("everyone", "cimd_clients", 10, of("all"));
  return { ${outputs} };
`);

/** The differences of such an object. */
const stored =
  "urn, dependencies, protect, additionalSecretOutputs, aliases, customTimeouts, retainOnDelete, deletedWith, ignoreChanges, replaceOnChanges, resourceHooks";

beforeAll(async () => {
  const options = { inline: true, configuration: first };
  const program = created(10) + unknownTenant("first");
  project = await jsProject(engine.tenant.environment, program, options);
  addPlugin(project);
  process.env.PATH = `${inlinePulumi()}:${project.env.PATH}`;
});
afterEach(() => {
  expect(leaksIn(written.splice(0).join("\n"))).toEqual([]);
});
afterAll(() => {
  process.env.PATH = PATH;
  project.remove();
});

/** A folder with a command that runs the CLI with this process as the language host, by default. */
function inlinePulumi(): string {
  const folder = join(project.folder, "bin");
  mkdirSync(folder);
  const file = join(folder, "pulumi");
  const real = `PATH='${project.env.PATH}' exec pulumi "$@"`;
  const inline = `${real} ${project.programArguments.join(" ")}`;
  writeFileSync(
    file,
    `#!/bin/sh\ncase "$1$WITH_HOST" in preview | up) ${inline} ;; *) ${real} ;; esac\n`,
  );
  chmodSync(file, 0o755);
  return folder;
}

/** A program that failed in this process would fail the test. */
const withHost = { WITH_HOST: "true" };

const path = (file: string) => join(project.folder, file);
const environment = (more = {}) => ({
  ...project.env,
  PATH: process.env.PATH,
  DEPLOY_TOKEN: "canary-deploy",
  ...more,
});

async function runPreview(): Promise<{ printed: string; report: PreviewReport }> {
  const options = { cwd: project.folder, plan: path("plan.json"), json: path("report.json") };
  const printed = await printedBy(() => preview("test", options, stopSignals(), environment()));
  const json = readFileSync(path("report.json"), "utf8");
  written.push(printed, json);
  return { printed, report: JSON.parse(json) };
}

async function apply(env = {}): Promise<string> {
  const options = { cwd: project.folder, plan: path("plan.json") };
  const printed = await printedBy(() =>
    applyPlan("test", options, stopSignals(), environment(env)),
  );
  written.push(printed);
  return printed;
}

test("a creation is counted and shown as the CLI shows it, without secrets and workflow commands", async () => {
  const { result: run, requests } = await engine.during(() => runPreview());
  expect(requests).toEqual([]);
  expect(run.printed).toMatch(/^exit code 0\n/);
  expect(run.printed).not.toMatch(/^\s*::|##\[/m);
  const { host } = new URL(engine.tenant.url);
  expect(run.printed).toContain(`\nTenants: ${host}`);
  expect(run.report).toMatchObject({
    result: "changes",
    counts: { create: 11 },
    losses: [],
    problems: [],
    tenants: [host, "a tenant that isn't known yet"],
    output: expect.stringMatching(
      /webhookEndpoint *: "https:\/\/crm.example.com\/hook"[\s\S]* \+ 11 to create$/,
    ),
  });
});

test("a plan holds without the tenant of a Provider, and has no difference for an unchanged stream", async () => {
  expect(await apply()).toMatch(/^exit code 0\n/);
  project.write(created(10) + unknownTenant("second"));
  const { report } = await runPreview();
  // The engine can't compare the stream then, so it always reports an update.
  expect(report.counts).toEqual({ create: 1, delete: 1, same: 8, update: 2 });
  const differences = report.output.match(/^ {6,}[-+~] .*$/gm);
  expect(differences).toEqual([expect.stringContaining("~ auth0:domain")]);
  const { result: applied, requests } = await engine.during(() => apply());
  expect(applied).toMatch(/^exit code 0\n/);
  const writes = requests.filter((each) => !each.startsWith("GET"));
  expect(writes).toEqual(["POST /event-streams", expect.stringContaining("DELETE")]);
});

/** Updates the stack without a plan. */
async function up(): Promise<void> {
  expect(exitAndOutput(await project.pulumi("up", "--yes", "--skip-preview"))).toContain(" 0\n");
}

test("updates, replacements, and deletions are counted, and losses are named", async () => {
  project.write(created(10));
  await up();
  writeStackSettings(project.folder, other);
  project.write(changed);
  const { report } = await runPreview();
  expect(report.counts).toEqual({ create: 1, delete: 2, replace: 2, same: 2, update: 2 });
  const id = expect.any(String);
  const stream = "its ID and its failed deliveries";
  const byName = [...report.losses].sort((one, other) => (one.name < other.name ? -1 : 1));
  expect(byName).toEqual([
    { kind: "EventStream", name: hostileName, id, lost: stream },
    {
      kind: "RateLimitPolicy",
      name: "all",
      id,
      replacedFor: ["consumerSelector"],
      lost: "its ID. Until the new object is created, there is none",
    },
    {
      kind: "EventStream",
      name: "old",
      id,
      lost: stream,
      // The engine reports only the top-level property of a dynamic provider's resource.
      replacedFor: ["destination"],
    },
    {
      kind: "GuardianFcmv1Provider",
      name: "push",
      id,
      lost: "push notifications, unless the program still declares push credentials for the same tenant",
    },
  ]);
  expect(report.output).toMatch(/limit *: 10 => 100/);
});

test("a plan that no longer fits is rejected with exit code 2, and writes nothing", async () => {
  writeStackSettings(project.folder, first);
  const { result: printed, requests } = await engine.during(() => apply(withHost));
  expect(printed).toMatch(/^exit code 2\n/);
  expect(printed).toContain("Nothing was applied.");
  expect(requests).toEqual([]);
});

test("the plan is applied if its objects are unchanged, even after other updates", async () => {
  const updateAndApply = async (limit: number) => {
    writeStackSettings(project.folder, first);
    project.write(created(limit));
    await up();
    writeStackSettings(project.folder, other);
    project.write(changed);
    return apply();
  };
  const refused = await updateAndApply(50);
  expect(refused).toMatch(/^exit code 2\n/);
  const [was, is] = [10, 50].map((limit) => JSON.stringify({ action: "block", limit }));
  expect(refused).toContain(
    `partners: configuration was ${was} and is now ${is}. Nothing was applied.`,
  );
  expect(await updateAndApply(10)).toMatch(/^exit code 0\n/);
  const limits = [...engine.tenant.policies.values()].map(({ configuration }) => configuration);
  expect(limits).toContainEqual({ action: "block", limit: 100 });
});

test("a merge that changes only the state is applied", async () => {
  project.write(withOptions("hooks, protect: true, retainOnDelete: true, aliases: [{ name }]"));
  const { report } = await runPreview();
  expect(report).toMatchObject({ result: "changes", losses: [], counts: { same: 7 } });
  const changes = report.output.matchAll(/^Only the state changes: (.*)$/gm);
  expect([...changes].map(([, change]) => change).sort()).toEqual([
    ...[`everyone: ${stored}`, "group: outputs", `newer: ${stored}`],
  ]);
  expect(await apply()).toMatch(/^exit code 0\n/);
});

test("resources and undefined values can be outputs, and only a different value is rejected", async () => {
  const added = `[new EventStream("added", { destination: webhook(token) })]`;
  const exporting = (live: number) =>
    withOptions(
      "hooks, protect: true, retainOnDelete: true",
      200,
      `crm, partners, added: ${added}, source: crm.awsPartnerEventSource, live: ${live}, none: NaN`,
    );
  project.write(exporting(1));
  // After the last update, the aliases are not needed.
  expect((await runPreview()).report).toMatchObject({ counts: { create: 1, same: 6, update: 1 } });

  project.write(exporting(2));
  const { result: refused, requests } = await engine.during(() => apply());
  expect(refused).toMatch(/^exit code 2\n/);
  expect(refused).toContain(
    "no longer fits these outputs of the program: live. Nothing was applied.",
  );
  expect(requests).toEqual([]);

  project.write(exporting(1));
  expect(await apply()).toMatch(/^exit code 0\n/);
  expect((await runPreview()).report).toMatchObject({ result: "unchanged", counts: { same: 8 } });
});
