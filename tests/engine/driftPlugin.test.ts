import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DriftReport } from "../../cli/reports/drift/report";
import { driftReportOf } from "../support/drift/command";
import { startPulumi } from "../support/drift/driftProcess";
import { problemsOfReport } from "../support/drift/driftReports";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";
import { type Postgres, startPostgres } from "../support/engine/postgres";
import { withTenant } from "../support/engine/tenantAndStack";
import { exitAndOutput, removeTemporaryFolders } from "../support/project";
import { hold } from "../support/tenant/hold";
import { addStream, streamIdOf } from "../support/tenant/many";
import { push as pushInputs } from "../support/values/guardianFcmv1Provider";
import { leaksIn } from "../support/values/leaks";

// The state is in PostgreSQL; other tests have it in files.

const engine = withTenant();
let postgres: Postgres;
let mixed: Project;

const tokens = { dynamic: "pulumi-nodejs:dynamic/auth0-native:", plugin: "auth0-native:index:" };

/** The classes of the package, and those of an SDK for the plugin. */
const classes = `
  const pulumi = require("@pulumi/pulumi");
  const dynamic = require("pulumi-auth0-native");
  const served = (type) => class extends pulumi.CustomResource {
    constructor(name, args, opts) { super("${tokens.plugin}" + type, name, args, opts); }
  };
  const plugin = Object.fromEntries(
    ["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"].map((type) => [type, served(type)]),
  );
  const subscriptions = ["user.created", "user.deleted"].map((eventType) => ({ eventType }));
  const destination = { type: "webhook", configuration: {
    webhookEndpoint: "https://crm.example.com/hook",
    webhookAuthorization: { method: "bearer", token: "canary-token" },
  } };
`;

/** A prefix of stream names, which are unique in a tenant. */
const pluginPrefix = "plugin ";

/** A stack whose objects are served by both adapters, each object by one of them. */
const program = (limit: number) => `${classes}
  const objects = ({ EventStream, GuardianFcmv1Provider, RateLimitPolicy }, consumerSelector, prefix = "") => {
    new EventStream("crm", { name: prefix + "crm", subscriptions, destination });
    new EventStream("audit", { name: prefix + "audit", destination });
    new EventStream("foreign", { name: prefix + "foreign", destination });
    new EventStream("left", { name: prefix + "left", destination }, { ignoreChanges: ["status"] });
    new EventStream("hidden", { name: prefix + "hidden", subscriptions: pulumi.secret(subscriptions), destination });
    new RateLimitPolicy("partners", {
      resource: "oauth_authentication_api", consumer: "client", consumerSelector,
      configuration: { action: "block", limit: ${limit} },
    });
    new GuardianFcmv1Provider("push", ${JSON.stringify(pushInputs())});
  };
  objects(dynamic, "default");
  objects(plugin, "cimd_clients", "${pluginPrefix}");
`;

/** A report's objects of an adapter, without type tokens, prefixes, and ids. */
function reportedOf({ stacks }: DriftReport, token: string) {
  const all = stacks.flatMap(({ resources }) => resources);
  return all
    .filter(({ urn }) => urn.includes(`::${token}`))
    .map(({ id, ...rest }) => JSON.stringify(rest).replaceAll(token, "").replaceAll(id, "ID"))
    .map((text) => JSON.parse(text.replaceAll(pluginPrefix, "")));
}

const up = ["up", "--yes", "--skip-preview"];

beforeAll(async () => {
  postgres = await startPostgres();
  const environment = { ...engine.tenant.environment, PULUMI_BACKEND_URL: postgres.url };
  mixed = await jsProject(environment, program(99), { inline: true });
  addPlugin(mixed);
  expect(exitAndOutput(await mixed.pulumi(...up))).toMatch(/^exit code 0\n/);
});
afterAll(async () => {
  mixed?.remove();
  await postgres?.stop();
  removeTemporaryFolders();
});

test("one of two concurrent updates fails with the lock, and a drift check reports no drift", async () => {
  mixed.write(program(100));
  // The run stops when the tenant has the new limits and the state has the old ones.
  const patches = hold(engine.tenant, "PATCH /rate-limit-policies/{id}", { after: true });
  const first = startPulumi(mixed, ...up);
  await patches.arrived(2);
  first.kill("SIGSTOP");
  patches.release();
  const both = [mixed.pulumi(...up), driftReportOf(mixed, "test")] as const;
  const [second, meanwhile] = await Promise.all(both);
  first.kill("SIGCONT");

  expect(second.code).not.toBe(0);
  expect(second.text).toMatch(/the stack is currently locked/);
  const [stack] = meanwhile.report.stacks;
  expect(stack?.resources.filter(({ result }) => result !== "unverifiable")).toEqual([]);
  expect(stack?.problems).toEqual([]);
  expect(meanwhile.report.summary).toMatchObject({ changed: 0, gone: 0, failed: 0 });
  expect(await first.ended).toMatchObject({ code: 0, signal: null });
});

test("both adapters report the same drift, and only the names of secrets", async () => {
  for (const [id, stream] of engine.tenant.streams) {
    stream.updated_at = "2026-02-03T04:05:06.789Z";
    const name = stream.name?.replace(pluginPrefix, "") ?? "";
    if (name === "audit") engine.tenant.streams.delete(id);
    if (name === "crm" || name === "hidden") stream.subscriptions?.shift();
    if (name === "foreign")
      Object.assign(stream, {
        destination: { type: "kafka", configuration: { topic: "canary-topic" } },
      });
    if (name === "crm" || name === "left") stream.status = "disabled";
    if (name === "crm") stream.name += " renamed";
  }
  for (const policy of engine.tenant.policies.values()) {
    policy.configuration = { action: "block", limit: 7 };
    policy.updated_at = "2026-02-03T04:05:06.789Z";
  }
  const { id: unmanaged } = addStream(engine.tenant, streamIdOf(1), "made in the dashboard");

  const files = ["--html", "drift.html", "--markdown", "drift.md"];
  const { report, code, text } = await driftReportOf(mixed, "--unmanaged", ...files);
  expect(code).toBe(2);
  const expected = reportedOf(report, tokens.dynamic);
  expect(reportedOf(report, tokens.plugin)).toEqual(expected);
  const subscription = { eventType: "user.created" };
  const updatedAt = "2026-02-03T04:05:06.789Z";
  const status = { path: "status", expected: "enabled", live: "disabled" };
  const note = expect.stringMatching(/ deliveries check --stack \S+ crm$/);
  expect(expected.map(({ urn, kind, tenant, ...rest }) => rest)).toEqual([
    { name: "audit", result: "gone", properties: [] },
    {
      name: "crm",
      result: "changed",
      updatedAt,
      note,
      properties: [
        { path: "name", expected: "crm", live: "crm renamed" },
        status,
        { path: "subscriptions[]", expected: subscription },
      ],
    },
    {
      name: "foreign",
      result: "changed",
      updatedAt,
      properties: [
        expect.objectContaining({ path: "destination.configuration", live: "[secret]" }),
        { path: "destination.type", expected: "webhook", live: "kafka" },
      ],
    },
    {
      name: "hidden",
      result: "changed",
      updatedAt,
      properties: [{ path: "subscriptions", expected: "[secret]", live: "[secret]" }],
    },
    {
      name: "push",
      result: "unverifiable",
      properties: [],
      note: "Auth0 never returns the credentials",
    },
    {
      name: "partners",
      result: "changed",
      updatedAt,
      properties: [{ path: "configuration.limit", expected: 100, live: 7 }],
    },
  ]);
  const { domain } = engine.tenant;
  for (const one of expected)
    expect(one).toMatchObject({ kind: expect.any(String), tenant: domain });
  const [stack] = report.stacks;
  expect(stack?.problems).toEqual([]);
  expect(report.summary).toMatchObject({ checked: 12, changed: 8, gone: 2, unverifiable: 2 });
  // None of them is declared by the stack, with either adapter.
  const found = { kind: "EventStream", name: "made in the dashboard", id: unmanaged };
  expect(stack?.unmanaged).toMatchObject([found]);
  // Both adapters manage the tenant's only push credentials.
  const owners = stack?.shared?.map((one) => one.owners.map(({ stack }) => stack).join());
  // The push credentials of a tenant are one object, which both adapters manage here.
  expect(owners).toEqual(["test", "test"]);
  const left = { kind: "EventStream", name: "left", tenant: domain, properties: [status] };
  expect(stack?.ignored).toMatchObject([left, left]);
  expect(text.match(/left to Auth0: status \(disabled\)/g)).toHaveLength(2);
  expect(problemsOfReport(report)).toEqual([]);
  const written = ["drift.html", "drift.md"].map((file) =>
    readFileSync(join(mixed.folder, file), "utf8"),
  );
  for (const { urn, result } of stack?.resources ?? []) {
    if (result !== "unverifiable") expect(written[0]).toContain(urn);
  }
  expect(leaksIn([text, ...written].join("\n"), ["emulator-client-secret"])).toEqual([]);
});

test("a refresh shows only the type of an unknown destination, and the state encrypts the rest", async () => {
  const { code, text } = await mixed.pulumi("refresh", "--yes", "--diff");
  expect(code).toBe(0);
  expect(text.match(/"kafka"/g)).toHaveLength(4);
  const { text: state } = await mixed.pulumi("stack", "export");
  expect(state.match(/"type": ?"kafka"/g)).toHaveLength(4);
  expect(leaksIn(text + state)).toEqual([]);
});
