import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DriftReport } from "../../cli/reports/drift/report";
import { driftReportOf } from "../support/drift/command";
import { problemsOfReport } from "../support/drift/driftReports";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";
import { withTenant } from "../support/engine/tenantAndStack";
import { exitAndOutput } from "../support/project";
import { addStream, streamIdOf } from "../support/tenant/many";
import { push as pushInputs } from "../support/values/guardianFcmv1Provider";
import { leaksIn } from "../support/values/leaks";

const engine = withTenant();
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
const program = `${classes}
  const objects = ({ EventStream, GuardianFcmv1Provider, RateLimitPolicy }, consumerSelector, prefix = "") => {
    new EventStream("crm", { name: prefix + "crm", subscriptions, destination });
    new EventStream("audit", { name: prefix + "audit", destination });
    new EventStream("foreign", { name: prefix + "foreign", destination });
    new EventStream("left", { name: prefix + "left", destination }, { ignoreChanges: ["status"] });
    new EventStream("hidden", { name: prefix + "hidden", subscriptions: pulumi.secret(subscriptions), destination });
    new RateLimitPolicy("partners", {
      resource: "oauth_authentication_api", consumer: "client", consumerSelector,
      configuration: { action: "block", limit: 100 },
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

beforeAll(async () => {
  mixed = await jsProject(engine.tenant.environment, program, { inline: true });
  addPlugin(mixed);
  const up = await mixed.pulumi("up", "--yes", "--skip-preview");
  expect(exitAndOutput(up)).toMatch(/^exit code 0\n/);
});
afterAll(() => mixed?.remove());

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
  // Another stack manages the same objects.
  const state = join(mixed.folder, "state/.pulumi/stacks/test/test.json");
  const copy = readFileSync(state, "utf8").replaceAll("urn:pulumi:test::", "urn:pulumi:copy::");
  writeFileSync(state.replace(/test\.json$/, "copy.json"), copy);
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
  expect(owners?.sort()).toEqual([...Array(12).fill("copy"), ...Array(2).fill("test,copy,copy")]);
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
  const state = readFileSync(join(mixed.folder, "state/.pulumi/stacks/test/test.json"), "utf8");
  expect(state.match(/"type": ?"kafka"/g)).toHaveLength(4);
  expect(leaksIn(text + state)).toEqual([]);
});
