import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DriftReport } from "../../cli/shared/driftReport/report";
import { problemsOfReport } from "../support/drift/driftReports";
import { type Fleet, fleet } from "../support/drift/fleet";
import { type CommandResult, root, run } from "../support/project";
import { leaksIn } from "../support/values/leaks";

const program = `
  const { EventStream, GuardianFcmv1Provider, RateLimitPolicy } = require("pulumi-auth0-native");
  new EventStream("crm", {
    name: "crm",
    subscriptions: ["user.created", "user.deleted", "user.updated"].map((eventType) => ({ eventType })),
    destination: { type: "webhook", configuration: {
      webhookEndpoint: "https://crm.example.com/hook",
      webhookAuthorization: { method: "bearer", token: "canary-token" },
    } },
  });
  new RateLimitPolicy("partners", {
    resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default",
    configuration: { action: "block", limit: 100 },
  });
  new GuardianFcmv1Provider("push", { serverCredentials: "canary-credentials" });
`;

let all: Fleet;
let ended: CommandResult;
let report: DriftReport;

const files = { json: "out/drift.json", html: "out/drift.html", markdown: "out/drift.md" };
const written = (name: keyof typeof files) =>
  readFileSync(join(all.project.folder, files[name]), "utf8");

const member = (at: number) => {
  const found = all.members[at - 1];
  if (!found) throw new Error(`no member ${at}`);
  const { tenant } = found;
  const [stream] = tenant.streams.values();
  const [policy] = tenant.policies.values();
  if (!stream || !policy) throw new Error("the tenant lacks its objects");
  return { ...found, stream, policy };
};

const drift = (...args: string[]) =>
  run("node", [join(root, "cli.js"), "drift", ...args], all.project.folder, all.project.env);

/** What the report says of a stack, without what no test can know. */
const stack = (at: number) => report.stacks[at - 1];
const objects = (at: number) =>
  stack(at)?.resources.map(({ name, result, properties }) => ({ name, result, properties }));
const push = { name: "push", result: "unverifiable", properties: [] };

beforeAll(async () => {
  all = await fleet(20, program);
  member(2).stream.name = "renamed in the dashboard";
  member(3).tenant.policies.clear();
  const { stream } = member(4);
  stream.status = "disabled";
  stream.subscriptions?.shift();
  await member(5).tenant.close();
  member(6).stream.name = "also renamed";
  member(6).tenant.answer = ({ path }) =>
    /rate-limit-policies/.test(path)
      ? { status: 400, body: { message: "No such page." } }
      : undefined;
  ended = await drift(
    ...all.members.map((one) => one.stack),
    "no-such-stack",
    "no-such-folder:prod",
    ...Object.entries(files).flatMap(([name, file]) => [`--${name}`, file]),
  );
  report = JSON.parse(written("json"));
});
afterAll(() => all.remove());

test("a failing tenant does not hide the nineteen others, and says which failed and why", () => {
  expect(ended.code).toBe(1);
  expect(report.result).toBe("failed");
  expect(report.stacks.map(({ result }) => result)).toEqual([
    ...["clean", "drift", "drift", "drift", "failed", "failed"],
    ...Array(14).fill("clean"),
    ...["failed", "failed"],
  ]);
  const { domain } = member(5).tenant;
  const [diagnostic, ...others] = stack(5)?.problems ?? [];
  expect(diagnostic?.message).toMatch(
    `POST http://${domain}/oauth/token: no response (ECONNREFUSED)`,
  );
  expect(diagnostic?.message).toMatch(/check the domain .*\(2 objects\)$/);
  expect(others).toEqual([]);
  expect(stack(21)?.problems).toEqual([{ message: "no stack named 'no-such-stack' found" }]);
  expect(stack(22)?.problems[0]?.message).toContain("'no-such-folder' does not exist");
});

test("the report matches its JSON schema", () => {
  expect(problemsOfReport(report)).toEqual([]);
});

test("a stack with an object that cannot be read reports that and its drift", () => {
  const { policy, tenant } = member(6);
  expect(stack(6)).toMatchObject({ result: "failed", checked: 1 });
  expect(stack(6)?.problems).toEqual([
    {
      urn: expect.stringMatching(/::partners$/),
      message: expect.stringContaining(
        `GET /rate-limit-policies/${policy.id} (${tenant.domain}): 400: No such page`,
      ),
    },
  ]);
  expect(objects(6)).toEqual([
    { name: "crm", result: "changed", properties: [change("name", "crm", "also renamed")] },
    push,
  ]);
});

const change = (path: string, expected: string, live: string) => ({ path, expected, live });

test("a change is reported by property, with the expected and the live value and its time", () => {
  expect(objects(2)).toEqual([
    {
      name: "crm",
      result: "changed",
      properties: [change("name", "crm", "renamed in the dashboard")],
    },
    push,
  ]);
  const { stream, tenant } = member(2);
  expect(stack(2)?.resources[0]).toMatchObject({
    type: "EventStream",
    id: stream.id,
    tenant: tenant.domain,
    updatedAt: stream.updated_at,
  });
});

test("an object that is gone is reported as gone", () => {
  expect(objects(3)).toEqual([push, { name: "partners", result: "gone", properties: [] }]);
});

test("a set that lost an element is reported by that element alone", () => {
  expect(objects(4)?.[0]?.properties).toEqual([
    change("status", "enabled", "disabled"),
    { path: "subscriptions[]", expected: { eventType: "user.created" } },
  ]);
});

test("a disabled stream is reported with the command for its deliveries, by no further request", () => {
  const { stack: name, tenant } = member(4);
  expect(stack(4)?.resources[0]?.note).toMatch(`deliveries check --stack ${name} crm`);
  expect(tenant.apiRequests()).toHaveLength(2);
});

test("push credentials cannot be verified, and are never counted as free of drift", () => {
  expect(stack(1)).toMatchObject({ result: "clean", checked: 2 });
  expect(stack(1)?.resources[0]).toMatchObject({
    type: "GuardianFcmv1Provider",
    note: expect.stringMatching(/^cannot be verified/),
  });
  expect(report.summary).toMatchObject({ unverifiable: 20, checked: 37, changed: 3, gone: 1 });
});

test("the check sends each tenant one token request and two page requests, and changes nothing", () => {
  for (const { tenant } of all.members.slice(6)) {
    const sent = tenant.requests.filter(({ method }) => method !== "GET");
    expect(sent.map(({ kind }) => kind)).toEqual(["token"]);
    expect(tenant.apiRequests()).toHaveLength(2);
  }
});

test("no secret is in any output", () => {
  const reported = [ended.text, ...Object.keys(files).map((name) => written(name as "json"))];
  expect(leaksIn(reported.join("\n"), ["emulator-client-secret"])).toEqual([]);
});
